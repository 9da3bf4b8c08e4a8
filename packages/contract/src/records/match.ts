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
