import type { IdentifyParameters } from '@heliograph/sdk';

/** What the first column of a file contains. */
export type IdentifyBy = 'domain' | 'name';

/** The lookups for one row. The first that finds a company wins. */
export interface Question {
  /** The row's text. */
  input: string;
  asked: IdentifyParameters[];
}

/** A host, a URL, or an email address rather than a name. */
const DOMAIN = /^(?:[a-z][a-z0-9+.-]*:\/\/\S+|\S+@\S+\.\S+|[^\s.,]+(?:\.[^\s.,]+)+\/?\S*)$/i;

/**
 * The lookups for a file's rows. If the first nonempty row has a column `domain` or `name`, it is a header. Empty lines
 * have no lookups but still count as rows: users paste the results next to their input.
 */
export async function* readQuestions(
  rows: AsyncIterable<readonly string[]>,
  by: IdentifyBy | undefined,
): AsyncGenerator<Question, void, undefined> {
  let questionOf: ((row: readonly string[]) => Question) | undefined;
  for await (const row of rows) {
    if (row.length === 1 && row[0]!.trim() === '') {
      yield { input: '', asked: [] };
      continue;
    }
    if (!questionOf) {
      const names = row.map((cell) => cell.trim().toLowerCase());
      const [domain, name] = [names.indexOf('domain'), names.indexOf('name')];
      const isHeading = domain >= 0 || name >= 0;
      questionOf = isHeading ? (each) => ofColumns(each[domain], each[name]) : (each) => ofCell(each[0], by);
      if (isHeading) continue;
    }
    yield questionOf(row);
  }
}

function ofColumns(domain = '', name = ''): Question {
  const asked: IdentifyParameters[] = [];
  if (domain.trim() !== '') asked.push({ domain: domain.trim() });
  if (name.trim() !== '') asked.push({ name: name.trim() });
  return { input: domain.trim() || name.trim(), asked };
}

/** The lookup for one cell: by domain if it looks like one, unless `by` decides. */
export function ofCell(cell: string | undefined, by: IdentifyBy | undefined): Question {
  const text = (cell ?? '').trim();
  const kind = by ?? (DOMAIN.test(text) ? 'domain' : 'name');
  return kind === 'domain' ? ofColumns(text) : ofColumns('', text);
}
