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

const columns: readonly RecordColumn<Signal>[] = [
  { heading: 'DATE', path: ['activityDate'], paint: (colors, text) => colors.dim(text) },
  { heading: 'TITLE', path: ['title'], shrinksTo: 24 },
  {
    heading: 'COMPANY',
    path: ['company', 'name'],
    shrinksTo: 12,
    dropOrder: 2,
    paint: (colors, text) => colors.green(text),
  },
  { heading: 'CATEGORY', path: ['category'], shrinksTo: 8, dropOrder: 4 },
  { heading: 'COUNTRY', path: ['country'], shrinksTo: 7, dropOrder: 5 },
  { heading: 'ID', path: ['id'], dropOrder: 3, paint: (colors, text) => colors.dim(text) },
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
