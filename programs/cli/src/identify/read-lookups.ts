import type { IdentifyParameters } from '@heliograph/sdk';
import { UsageError } from '../failure';

/** What the first column of a file contains. */
export type IdentifyBy = 'domain' | 'name';

/** The lookups for one row. The first that finds a company wins. */
export interface RowLookups {
  /** The row's text. */
  input: string;
  lookups: IdentifyParameters[];
}

/** A host, a URL, or an email address rather than a name. */
const DOMAIN = /^(?:[a-z][a-z0-9+.-]*:\/\/\S+|\S+@\S+\.\S+|[^\s.,]+(?:\.[^\s.,]+)+\/?\S*)$/i;

/**
 * The lookups for a file's rows. If the first nonempty row has a column `domain` or `name`, it is a header. Empty lines
 * have no lookups but still count as rows: users paste the results next to their input.
 *
 * @throws UsageError for a header whose columns are separated with semicolons or tabs.
 */
export async function* readLookups(
  rows: AsyncIterable<readonly string[]>,
  by: IdentifyBy | undefined,
): AsyncGenerator<RowLookups, void, undefined> {
  let lookupsOf: ((row: readonly string[]) => RowLookups) | undefined;
  for await (const row of rows) {
    if (row.length === 1 && row[0]!.trim() === '') {
      yield { input: '', lookups: [] };
      continue;
    }
    if (!lookupsOf) {
      const names = row.map((cell) => cell.trim().toLowerCase());
      const [domain, name] = [names.indexOf('domain'), names.indexOf('name')];
      const isHeading = domain >= 0 || name >= 0;
      if (!isHeading) refuseOtherSeparator(names[0]!);
      lookupsOf = isHeading
        ? (each) => lookupsForColumns(each[domain], each[name])
        : (each) => lookupsForCell(each[0], by);
      if (isHeading) continue;
    }
    yield lookupsOf(row);
  }
}

/** Spreadsheets of some locales write semicolons; the header would be taken for a name. */
function refuseOtherSeparator(header: string): void {
  const cells = header.split(/[;\t]/).map((cell) => cell.trim());
  if (cells.length > 1 && (cells.includes('domain') || cells.includes('name')))
    throw new UsageError(
      'The columns of the file are not separated with commas.',
      'Save it as CSV with commas.',
    );
}

function lookupsForColumns(domain = '', name = ''): RowLookups {
  const lookups: IdentifyParameters[] = [];
  if (domain.trim() !== '') lookups.push({ domain: domain.trim() });
  if (name.trim() !== '') lookups.push({ name: name.trim() });
  return { input: domain.trim() || name.trim(), lookups };
}

/** The lookup for one cell: by domain if it looks like one, unless `by` decides. */
export function lookupsForCell(cell: string | undefined, by: IdentifyBy | undefined): RowLookups {
  const text = (cell ?? '').trim();
  const kind = by ?? (DOMAIN.test(text) ? 'domain' : 'name');
  return kind === 'domain' ? lookupsForColumns(text) : lookupsForColumns('', text);
}
