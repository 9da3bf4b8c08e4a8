import type { Option } from '@heliograph/dashboard-api';
import { normalize, unspacedLetter } from '@heliograph/words';

/** Options with texts normalized once, so each keystroke only compares. */
interface OptionIndex {
  options: readonly Option[];
  texts: readonly string[];
}

interface Matches {
  /** At most the requested number. */
  shown: Option[];
  /** All matches. */
  total: number;
}

export function indexOptions(options: readonly Option[]): OptionIndex {
  return {
    options,
    // People may know the identifier, even when its label differs.
    texts: options.map(({ id, label }) => comparable(label === id ? label : `${label} ${id}`)),
  };
}

/**
 * Options in which each word of a text begins a word; those whose label begins with the text come first. Without a text
 * all match, in their own order.
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

/** Normalizes texts as searches do, with separators as single spaces; `+` and `#` stay, for programming languages. */
export function comparable(text: string): string {
  return normalize(text)
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim();
}

/** In scripts without spaces a word may begin anywhere. */
function beginsAWord(candidate: string, word: string): boolean {
  if (unspacedLetter.test(word)) return candidate.includes(word);
  return candidate.startsWith(word) || candidate.includes(` ${word}`);
}
