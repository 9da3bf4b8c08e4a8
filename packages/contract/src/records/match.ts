import { COUNT, record } from '../json-schema';
import type { WORD_PARAMETERS } from '../search/words';

/** The parameters whose terms are matched in titles, in the order of matches at the same place. */
export const MATCHED_PARAMETERS = [
  'all',
  'any',
  'exact',
  'q',
  'searchGroups',
] as const satisfies readonly (keyof typeof WORD_PARAMETERS)[];

/** Maximum matches in one title: more than any realistic search has. */
export const MAXIMUM_MATCHES = 1_000;

/** A part of a title that either matches as a whole or not at all. */
interface TitlePiece {
  text: string;
  isMatch: boolean;
}

/**
 * Splits a title at the boundaries of its matches; overlapping or adjacent matches are merged. The pieces joined are
 * the title.
 */
export function titlePieces(
  title: string,
  matches: readonly { start: number; end: number }[],
): readonly TitlePiece[] {
  if (matches.length === 0) return [{ text: title, isMatch: false }];
  const points = Array.from(title);
  const isMatch = new Uint8Array(points.length);
  for (const { start, end } of matches) isMatch.fill(1, start, end);
  const pieces: TitlePiece[] = [];
  for (const [place, text] of points.entries()) {
    const last = pieces.at(-1);
    if (last && isMatch[place] === isMatch[place - 1]) last.text += text;
    else pieces.push({ text, isMatch: isMatch[place] === 1 });
  }
  return pieces;
}

/** Where a title contains a term of the search (docs/published-interface.md, 3.9). */
export const matchSchema = record(
  ['parameter', 'term', 'start', 'end'],
  {
    parameter: { type: 'string', enum: MATCHED_PARAMETERS },
    term: { type: 'string', description: 'The term as written, without quotes.' },
    start: { ...COUNT, description: 'Start, in Unicode code points of `title`.' },
    end: { type: 'integer', minimum: 1, description: 'End, exclusive.' },
    group: { ...COUNT, description: 'For `searchGroups`: the index of the group, from 0.' },
  },
  'Where the title contains a term of the search.',
);
