import { SAVED_SEARCH } from '@heliograph/contract';
import type { Chip } from './chips';

/** A proposed name for a search: its words, then its filters. Short enough to save, never blank. */
export function proposedName(words: string, chips: readonly Pick<Chip, 'text'>[]): string {
  const parts = [words.trim(), ...chips.map(({ text }) => text.trim())].filter((part) => part !== '');
  const name = parts.length === 0 ? 'All activities' : parts.join(', ');
  if (name.length <= SAVED_SEARCH.nameLength) return name;
  // By code points: half a surrogate pair is not valid text.
  const characters = [...name];
  while (characters.join('').length >= SAVED_SEARCH.nameLength) characters.pop();
  return `${characters.join('')}…`;
}
