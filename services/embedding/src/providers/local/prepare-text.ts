/** The model reads 128 pieces of its vocabulary and nothing behind them; the longest piece has 16 characters. */
const LONGEST_READ = 128 * 16;

/**
 * A text as the local model reads it. White space other than single spaces is a word of its own to it, and an unknown one.
 * A change here or in `vector.ts` changes vectors, so it needs another identity in `local-model.ts`.
 *
 * @returns '' when nothing is left.
 */
export function prepareText(text: string): string {
  const plain = text.normalize('NFKC').replace(/\s+/gu, ' ').trim();
  return plain.slice(0, LONGEST_READ).replace(/[\uD800-\uDBFF]$/, '');
}
