import { unitVector } from '../../domain/vector';
import { MODEL_DIMENSIONS, withoutCommonDirection } from './common-direction';
import { WORD_DIMENSIONS, wordFeatures } from './word-features';

/** 512 numbers of the model and 256 of the words themselves. */
export const LOCAL_DIMENSIONS = MODEL_DIMENSIONS + WORD_DIMENSIONS;

/** Part of the words in the similarity of two texts, the rest is the model's; measured in README.md, "The local model". */
const WORDS_SHARE = 0.25;

/**
 * The vector of a text, of length 1: what the model answered without what it answers to every text, and beside it the text's words. Of
 * text in scripts that the model cannot read, only the words count: it takes all such texts for alike, and for near every short query.
 * A change here or in what this uses changes vectors, so it needs another identity in `local-model.ts`.
 *
 * @param answered the model's vector of the text.
 * @param text as it was prepared for the model.
 * @throws UnusableVectorError
 */
export function localVector(answered: Float32Array, text: string): Float32Array {
  const meaning = withoutCommonDirection(unitVector(answered));
  const words = wordFeatures(text);
  const vector = new Float32Array(LOCAL_DIMENSIONS);
  const lengthOfMeaning = Math.sqrt(1 - WORDS_SHARE) * readableShare(text);
  addScaled(vector, 0, meaning, lengthOfMeaning);
  addScaled(vector, MODEL_DIMENSIONS, words, Math.sqrt(WORDS_SHARE));
  return unitVector(vector);
}

/** Writes a vector into a part of another, scaled to a length; an all-zero one stays so. */
function addScaled(target: Float32Array, offset: number, vector: Float32Array, length: number): void {
  const factor = length / (Math.hypot(...vector) || 1);
  vector.forEach((value, index) => {
    target[offset + index] = value * factor;
  });
}

/** The part of a text's letters that the model's vocabulary has pieces for; 1 for a text without letters. */
function readableShare(text: string): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters === 0 ? 1 : (text.match(/\p{Script=Latin}/gu)?.length ?? 0) / letters;
}
