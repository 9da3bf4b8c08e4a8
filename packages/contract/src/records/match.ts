import { COUNT, record } from '../json-schema';
import type { WORD_PARAMETERS } from '../search/words';

/** The parameters whose terms are found in titles, in the order in which matches at one place are listed. */
export const MATCHED_PARAMETERS = [
  'all',
  'any',
  'exact',
  'q',
  'searchGroups',
] as const satisfies readonly (keyof typeof WORD_PARAMETERS)[];

/** Matches in one title: more than any but a contrived search has. */
export const MAXIMUM_MATCHES = 1_000;

/** A part of a title that is all of matches, or free of them. */
export interface TitlePiece {
  text: string;
  isMatch: boolean;
}

/** Cuts a title at the ends of its matches, those that overlap or touch taken together. The pieces in a row are the title. */
export function titlePieces(
  title: string,
  matches: readonly { start: number; end: number }[],
): readonly TitlePiece[] {
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

/** Where a title holds a term of the search (docs/published-interface.md, 3.9). */
export const matchSchema = record(
  ['parameter', 'term', 'start', 'end'],
  {
    parameter: { type: 'string', enum: MATCHED_PARAMETERS },
    term: { type: 'string', description: 'The term as it was written, without the quotes around it.' },
    start: { ...COUNT, description: 'Unicode code points of `title` before it.' },
    end: { type: 'integer', minimum: 1, description: 'Behind its last code point.' },
    group: { ...COUNT, description: 'Of `searchGroups`: the index of the group, from 0.' },
  },
  'Where the title holds a term of the search.',
);
