import type { Option } from '@heliograph/dashboard-api';
import { normalize, unspacedLetter } from '@heliograph/words';

/** Options with their texts made comparable once, so that each key press only compares. */
interface OptionIndex {
  options: readonly Option[];
  texts: readonly string[];
}

export interface Matches {
  /** At most as many as asked for. */
  shown: Option[];
  /** All that match. */
  total: number;
}

export function indexOptions(options: readonly Option[]): OptionIndex {
  return {
    options,
    // An identifier may be what people know, also when its label says it differently.
    texts: options.map(({ id, label }) => comparable(label === id ? label : `${label} ${id}`)),
  };
}

/**
 * The options in which every word of a text begins a word, those first whose label begins with the text. Without a text
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

/** As searches compare texts, with separators as single spaces; `+` and `#` tell languages apart. */
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
