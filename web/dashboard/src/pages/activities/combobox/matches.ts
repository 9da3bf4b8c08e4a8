import { SUGGEST_PARAMETERS } from '@heliograph/contract';
import type { Option } from '@heliograph/dashboard-api';
import { words } from '@heliograph/words';
import { formatCount } from '../../../design/format-number';

/** An option, with the number of its activities if known. */
export interface CountedOption extends Option {
  count?: number;
}

/** A combobox's options for the typed text. */
export interface Matches {
  shown: readonly CountedOption[];
  /** Number of matches; undefined if there may be more than are shown. */
  total: number | undefined;
  /** `waiting`: the options shown belong to earlier text. */
  state: 'ready' | 'waiting' | 'failed';
}

/** The text to get suggestions for; undefined until it has a word, because the server would refuse it. */
export function prefixOf(text: string): string | undefined {
  const prefix = text.trim().slice(0, SUGGEST_PARAMETERS.prefix.maximum);
  return words(prefix).length > 0 ? prefix : undefined;
}

/** Adds the typed text as an option unless it already is one. */
export function withTyped(
  matches: Matches,
  typed: Option | undefined,
  keyOf: (id: string) => string,
): Matches {
  if (!typed || matches.shown.some(({ id }) => keyOf(id) === keyOf(typed.id))) return matches;
  const { shown, total } = matches;
  return { ...matches, shown: [...shown, typed], total: total === undefined ? undefined : total + 1 };
}

/** The note below the options, if any. */
export function noteOf({ shown, total, state }: Matches, text: string): string | undefined {
  if (state === 'failed') return 'Suggestions could not be loaded. Change the text to try again.';
  if (shown.length === 0) {
    if (state === 'waiting') return 'Loading…';
    return text.trim() === '' ? 'Type to search.' : 'Nothing matches.';
  }
  if (total === undefined) return 'There may be more. Keep typing to narrow the list.';
  const hidden = total - shown.length;
  if (hidden <= 0) return undefined;
  return `${formatCount(hidden)} more. ${text === '' ? 'Type to find one.' : 'Keep typing to narrow the list.'}`;
}

/** The announcement for screen readers; empty while there is nothing new. */
export function statusOf(matches: Matches, text: string): string {
  const { shown, total, state } = matches;
  if (state === 'waiting') return '';
  if (state === 'failed' || shown.length === 0) return noteOf(matches, text) ?? '';
  if (total === undefined) return `${formatCount(shown.length)} matches or more`;
  return `${formatCount(total)} ${total === 1 ? 'match' : 'matches'}`;
}
