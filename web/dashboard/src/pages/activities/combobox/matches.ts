import { SUGGEST_PARAMETERS } from '@heliograph/contract';
import type { Option } from '@heliograph/dashboard-api';
import { words } from '@heliograph/words';
import { formatCount } from '../../../design/format-number';

/** Something to choose, perhaps with how many activities it stands for. */
export interface CountedOption extends Option {
  count?: number;
}

/** What a combobox offers for a text. */
export interface Matches {
  shown: readonly CountedOption[];
  /** All that match; undefined when there may be more than are shown. */
  total: number | undefined;
  /** `waiting`: what is shown is of an earlier text. */
  state: 'ready' | 'waiting' | 'failed';
}

/** What suggestions are asked for; undefined while what is typed has no word, and would be refused. */
export function prefixOf(text: string): string | undefined {
  const prefix = text.trim().slice(0, SUGGEST_PARAMETERS.prefix.maximum);
  return words(prefix).length > 0 ? prefix : undefined;
}

/** Adds what is typed as an option of its own, unless it is offered already. */
export function withTyped(
  matches: Matches,
  typed: Option | undefined,
  keyOf: (id: string) => string,
): Matches {
  if (!typed || matches.shown.some(({ id }) => keyOf(id) === keyOf(typed.id))) return matches;
  const { shown, total } = matches;
  return { ...matches, shown: [...shown, typed], total: total === undefined ? undefined : total + 1 };
}

/** What stands below the options, if anything. */
export function noteOf({ shown, total, state }: Matches, text: string): string | undefined {
  if (state === 'failed') return 'Suggestions could not be loaded. Change the text to try again.';
  if (shown.length === 0) {
    if (state === 'waiting') return 'Loading…';
    return text.trim() === '' ? 'Type to find one.' : 'Nothing matches.';
  }
  if (total === undefined) return 'Perhaps more – keep typing to narrow';
  const hidden = total - shown.length;
  if (hidden <= 0) return undefined;
  return `${formatCount(hidden)} more ${text === '' ? '– type to find one' : '– keep typing to narrow'}`;
}

/** What a screen reader is told of the list; empty while there is nothing new to say. */
export function statusOf(matches: Matches, text: string): string {
  const { shown, total, state } = matches;
  if (state === 'waiting') return '';
  if (state === 'failed' || shown.length === 0) return noteOf(matches, text) ?? '';
  if (total === undefined) return `${formatCount(shown.length)} matches or more`;
  return `${formatCount(total)} ${total === 1 ? 'match' : 'matches'}`;
}
