import type { Option } from '@heliograph/dashboard-api';
import { normalize, unspacedLetter } from '@heliograph/words';

/** Options with their texts normalized once, so that each keystroke only compares. */
interface OptionIndex {
  options: readonly Option[];
  texts: readonly string[];
}

interface Matches {
  /** At most the requested number. */
  shown: Option[];
  /** Number of all matches. */
  total: number;
}

export function indexOptions(options: readonly Option[]): OptionIndex {
  return {
    options,
    // People may know the identifier even if its label differs.
    texts: options.map(({ id, label }) => comparable(label === id ? label : `${label} ${id}`)),
  };
}

/**
 * Options in which every word of the text starts a word; those whose label starts with the text come first. With empty
 * text, all match, in their own order.
 */
export function matchOptions({ options, texts }: OptionIndex, text: string, limit: number): Matches {
  const wanted = comparable(text);
  if (wanted === '') return { shown: options.slice(0, limit), total: options.length };
  const words = wanted.split(' ');
  const first: Option[] = [];
  const rest: Option[] = [];
  texts.forEach((candidate, index) => {
    if (candidate.startsWith(wanted)) first.push(options[index]!);
    else if (words.every((word) => beginsAWord(candidate, word))) rest.push(options[index]!);
  });
  return { shown: [...first, ...rest].slice(0, limit), total: first.length + rest.length };
}

/** Normalizes text as searches do, with separators as single spaces; `+` and `#` stay, for programming languages. */
export function comparable(text: string): string {
  return normalize(text)
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim();
}

/** In scripts without spaces, a word may start anywhere. */
function beginsAWord(candidate: string, word: string): boolean {
  if (unspacedLetter.test(word)) return candidate.includes(word);
  return candidate.startsWith(word) || candidate.includes(` ${word}`);
}
