import { schemas, titlePieces, type Schema } from '@heliograph/contract';
import type { Signal } from '@heliograph/sdk';
import { printable } from './printable';
import type { RecordColumn, RecordView } from './record-view';
import type { Colors } from './terminal';

const schema: Schema = schemas.Signal;
const { properties } = schemas.Signal;

const fields = Object.keys(properties) as (keyof Signal)[];

const score: RecordColumn<Signal> = {
  heading: 'SCORE',
  path: ['similarity'],
  isNumber: true,
  show: ({ similarity }) => (similarity === undefined ? '' : similarity.toFixed(3)),
  paint: (colors, text) => colors.cyan(text),
};

/** Fits nearly all titles; on narrow terminals, they are cut to leave room for the id. */
const WHOLE_TITLE = 72;
const MAXIMUM_PER_TITLE = 56;

/** On a narrow terminal, the title takes precedence over columns it mostly repeats. */
const columns: readonly RecordColumn<Signal>[] = [
  { heading: 'DATE', path: ['activityDate'], paint: (colors, text) => colors.dim(text) },
  { heading: 'TITLE', path: ['title'], shrinksTo: 24, isMain: true, paint: paintMatches },
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
    leavesMain: MAXIMUM_PER_TITLE,
    paint: (colors, text) => colors.dim(text),
  },
];

/** CSV's first columns; the rest follow in schema order. */
const FIRST = [
  'id',
  'activityDate',
  'title',
  'category',
  'company.slug',
  'company.name',
  'country',
  'city',
  'industries',
];
const RANKED_ONLY = 'similarity';
const MATCHED_ONLY = 'matched';

function leavesOf(members: NonNullable<Schema['properties']>, prefix = ''): string[] {
  return Object.entries(members).flatMap(([name, member]) =>
    'properties' in member && member.properties
      ? leavesOf(member.properties, `${prefix}${name}.`)
      : [`${prefix}${name}`],
  );
}

const csv = [
  ...FIRST,
  ...leavesOf(properties).filter((path) => ![...FIRST, RANKED_ONLY, MATCHED_ONLY].includes(path)),
].map((path) => path.split('.'));

/** Signals with their dates, and with matches in titles if requested; or semantic results with their similarity. */
export function signalView({
  semantic,
  matched,
}: {
  semantic?: string;
  matched?: boolean;
}): RecordView<Signal> {
  if (semantic !== undefined)
    return { fields, schema, columns: [score, ...columns], csv: [...csv, [RANKED_ONLY]] };
  return { fields, schema, columns, csv: matched ? [...csv, [MATCHED_ONLY]] : csv };
}

/** @param shown the part of the title that fits. */
function paintMatches(colors: Colors, shown: string, { title, matched }: Signal): string {
  if (!matched) return shown;
  let at = 0;
  return titlePieces(title, matched)
    .map(({ text, isMatch }) => {
      const from = at;
      at += printable(text).length;
      const part = shown.slice(from, at);
      return isMatch && part !== '' ? colors.bold(colors.magenta(part)) : part;
    })
    .join('');
}
