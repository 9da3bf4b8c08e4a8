import type { Signal } from '@heliograph/sdk';
import type { RecordColumn, RecordView } from './record-view';

const fields = [
  'id',
  'title',
  'activityUrl',
  'activityDate',
  'publishedAt',
  'category',
  'country',
  'city',
  'industries',
  'company',
  'hiring',
  'funding',
  'similarity',
] as const satisfies readonly (keyof Signal)[];

const score: RecordColumn<Signal> = {
  heading: 'SCORE',
  path: ['similarity'],
  isNumber: true,
  show: ({ similarity }) => (similarity === undefined ? '' : similarity.toFixed(3)),
  paint: (colors, text) => colors.cyan(text),
};

/** Enough for nearly all titles; and for their beginning, beside the id that opens one. */
const WHOLE_TITLE = 72;
const MOST_OF_TITLE = 56;

/** On a narrow terminal the title goes before all that it mostly says itself. */
const columns: readonly RecordColumn<Signal>[] = [
  { heading: 'DATE', path: ['activityDate'], paint: (colors, text) => colors.dim(text) },
  { heading: 'TITLE', path: ['title'], shrinksTo: 24, isMain: true },
  {
    heading: 'COMPANY',
    path: ['company', 'name'],
    shrinksTo: 12,
    dropOrder: 3,
    leavesMain: WHOLE_TITLE,
    paint: (colors, text) => colors.green(text),
  },
  { heading: 'CATEGORY', path: ['category'], shrinksTo: 8, dropOrder: 4, leavesMain: WHOLE_TITLE },
  { heading: 'COUNTRY', path: ['country'], shrinksTo: 7, dropOrder: 5, leavesMain: WHOLE_TITLE },
  {
    heading: 'ID',
    path: ['id'],
    dropOrder: 2,
    leavesMain: MOST_OF_TITLE,
    paint: (colors, text) => colors.dim(text),
  },
];

const csv = [
  'id',
  'activityDate',
  'title',
  'category',
  'company.slug',
  'company.name',
  'country',
  'city',
  'industries',
  'activityUrl',
  'publishedAt',
  'hiring.types',
  'hiring.functions',
  'hiring.seniorities',
  'hiring.employmentTypes',
  'hiring.workArrangements',
  'funding.stage',
  'funding.amount',
  'funding.currency',
].map((path) => path.split('.'));

/** Signals by date, or ranked by meaning: then with their similarity. */
export function signalView(isRanked: boolean): RecordView<Signal> {
  if (!isRanked) return { fields, columns, csv };
  return { fields, columns: [score, ...columns], csv: [...csv, ['similarity']] };
}
