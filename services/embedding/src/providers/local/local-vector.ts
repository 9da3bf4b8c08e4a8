import type { SentenceModel } from '@heliograph/model-all-minilm-l6-v2';
import { LOCAL_MODEL } from './local-model';
import { directionOfPairs, splitScripts } from './other-scripts';

/**
 * The vector of a text, of length 1: the model's output for the letters it can read, plus a direction for pairs of the
 * others, each weighted by its share of the text. The model knows English; to it, letters of other scripts are all
 * equally unknown, so texts in them would all be alike. A change here, or in what this uses, needs another identity in
 * `local-model.ts`.
 */
export async function localVector(
  model: Pick<SentenceModel, 'embed'>,
  text: string,
): Promise<Float32Array<ArrayBuffer>> {
  const { latin, pairs, pairsShare } = splitScripts(text.normalize('NFKC'));
  if (pairs.length === 0) return model.embed(latin);
  const meaning = pairsShare < 1 ? await model.embed(latin) : undefined;
  const letters = directionOfPairs(pairs, LOCAL_MODEL.dimensions);
  const scale = Math.sqrt(pairsShare) / Math.hypot(...letters);
  const scaleOfMeaning = Math.sqrt(1 - pairsShare);
  const vector = letters.map((value, index) => value * scale + (meaning?.[index] ?? 0) * scaleOfMeaning);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
