import type { ClientBase } from 'pg';
import {
  BitmapChanges,
  chunkBits,
  chunkBytes,
  dateBits,
  dateLexeme,
  everySignal,
  isTitleLexeme,
} from './bitmaps';

/** From which corpus size and share of the signals on a lexeme gets bitmaps. */
export interface BitmapThresholds {
  signals: number;
  share: number;
  /**
   * New bitmaps are made in passes over the corpus rather than lexeme by lexeme with the index when signals hold, on average, at
   * least so many of the lexemes of a pass; 5 unless given.
   */
  passFrom?: number;
}

export const defaultBitmapThresholds: BitmapThresholds = { signals: 20_000, share: 0.005 };

/** Signals that the shares are estimated from. */
const sampleSize = 30_000;
const smallestShare = 0.0005;
/** A pass takes 7 us a signal, and 1 us for each lexeme that it finds; with the index it is 2.5 us for each. */
const defaultPassFrom = 5;
/** Bitmaps that are made in one pass. */
const passBytes = 256 * 1024 * 1024;

/**
 * Measures anew what the query compiler goes by (`term`, `day`), and gives bitmaps to lexemes that have become common. Runs in a
 * write transaction; the lexeme index, if there is one, should have no long pending list.
 */
export async function refreshStatistics(client: ClientBase, thresholds: BitmapThresholds): Promise<void> {
  await client.query('TRUNCATE catalog.day');
  const { rows: totals } = await client.query<{ signals: number }>(
    `WITH counted AS (
       INSERT INTO catalog.day SELECT activity_date, count(*)::integer FROM catalog.signal WHERE NOT pending GROUP BY 1
       RETURNING signals
     ) SELECT coalesce(sum(signals), 0)::integer AS signals FROM counted`,
  );
  const signals = totals[0]?.signals ?? 0;
  await client.query('TRUNCATE catalog.term');
  if (signals > 0) {
    const percent = Math.min(100, (100 * sampleSize) / signals);
    const sample = `SELECT lexemes FROM catalog.signal ${percent < 100 ? `TABLESAMPLE SYSTEM (${percent})` : ''} WHERE NOT pending`;
    await client.query(
      `WITH sampled AS MATERIALIZED (SELECT word, ndoc FROM ts_stat($1)),
            size AS (SELECT max(ndoc) FILTER (WHERE word = $3) AS signals FROM sampled)
       INSERT INTO catalog.term
       SELECT word, ndoc::real / size.signals FROM sampled, size WHERE word <> $3 AND ndoc >= size.signals * $2::real`,
      // The marker gives the exact size of the sample, which TABLESAMPLE only approaches.
      [
        sample.replace('SELECT lexemes', `SELECT lexemes || '''${everySignal}'''::tsvector`),
        smallestShare,
        everySignal,
      ],
    );
  }
  await client.query('UPDATE catalog.state SET statistics_version = statistics_version + 1');
  if (signals >= thresholds.signals) await promoteCommonLexemes(client, signals, thresholds);
}

/** Whether a corpus that is large enough for bitmaps, going by the ordinals it gave out, has none. */
export async function areBitmapsMissing(client: ClientBase, { signals }: BitmapThresholds): Promise<boolean> {
  const { rows } = await client.query<{ missing: boolean }>(
    `SELECT next_ordinal >= $1 AND NOT EXISTS (SELECT FROM catalog.bitmap_lexeme) AS missing FROM catalog.state`,
    [signals],
  );
  return rows[0]?.missing === true;
}

async function promoteCommonLexemes(
  client: ClientBase,
  signals: number,
  { share, passFrom = defaultPassFrom }: BitmapThresholds,
): Promise<void> {
  const { rows: terms } = await client.query<Term>(
    `SELECT lexeme, share FROM catalog.term WHERE share >= $1 AND lexeme !~ '^[dwm]='
       AND NOT EXISTS (SELECT FROM catalog.bitmap_lexeme WHERE bitmap_lexeme.lexeme = term.lexeme)`,
    [share],
  );
  const { rows: universe } = await client.query('SELECT FROM catalog.bitmap_lexeme WHERE lexeme = $1', [
    everySignal,
  ]);
  if (universe.length === 0) await addBitmapsOfAll(client);
  if (terms.length === 0) return;
  const passes = passesOf(
    terms.map(({ lexeme }) => lexeme).filter((lexeme) => !lexeme.includes(separator)),
    signals,
  );
  const heldBySignal = terms.reduce((sum, { share }) => sum + share, 0);
  const inPasses = new Set(heldBySignal >= passFrom * passes.length ? passes.flat() : []);
  if (inPasses.size > 0) for (const lexemes of passes) await addBitmapsInOnePass(client, lexemes);
  for (const { lexeme } of terms) if (!inPasses.has(lexeme)) await addBitmap(client, lexeme);
  await client.query('INSERT INTO catalog.bitmap_lexeme SELECT unnest($1::text[])', [
    terms.map(({ lexeme }) => lexeme),
  ]);
}

interface Term {
  lexeme: string;
  share: number;
}

/** Between lexemes that come as one text, which is much cheaper to read than an array. No lexeme of a usual corpus holds it. */
const separator = '\u0001';

/** Cuts lexemes up so that the bitmaps of each part fit into memory. */
function passesOf(lexemes: readonly string[], signals: number): string[][] {
  const bytes = Math.ceil(signals / chunkBits) * chunkBytes;
  const atOnce = Math.max(1, Math.floor(passBytes / bytes));
  return Array.from({ length: Math.ceil(lexemes.length / atOnce) }, (_, part) =>
    lexemes.slice(part * atOnce, (part + 1) * atOnce),
  );
}

const rowsAtOnce = 20_000;

/** Reads a query in pieces, so that a corpus never lies in memory whole. */
async function* readInPieces<Row extends object>(
  client: ClientBase,
  query: string,
  values: unknown[] = [],
): AsyncGenerator<Row[]> {
  await client.query(`DECLARE pieces NO SCROLL CURSOR FOR ${query}`, values);
  try {
    const fetch = () => {
      const piece = client.query<Row>(`FETCH ${rowsAtOnce} FROM pieces`);
      // Nobody waits for a piece when the one before could not be worked on.
      piece.catch(() => undefined);
      return piece;
    };
    for (let next = fetch(); ;) {
      const { rows } = await next;
      if (rows.length === 0) return;
      // The database gathers the next piece while this one is worked on.
      next = fetch();
      yield rows;
    }
  } finally {
    await client.query('CLOSE pieces');
  }
}

async function addBitmapsOfAll(client: ClientBase): Promise<void> {
  const bitmaps = new BitmapChanges([everySignal]);
  const query = 'SELECT ordinal, activity_date::text AS day FROM catalog.signal WHERE NOT pending';
  for await (const rows of readInPieces<{ ordinal: number; day: string }>(client, query))
    for (const row of rows) bitmaps.add(row.ordinal, row.day, []);
  await bitmaps.apply(client);
  const names = [everySignal, ...Array.from({ length: dateBits }, (_, bit) => dateLexeme(bit))];
  await client.query('INSERT INTO catalog.bitmap_lexeme SELECT unnest($1::text[])', [names]);
}

async function addBitmapsInOnePass(client: ClientBase, lexemes: readonly string[]): Promise<void> {
  const bitmaps = new BitmapChanges(lexemes);
  // Without the rest of the lexemes, which are four of five.
  const query = `SELECT ordinal, company_id AS company, pending, activity_date::text AS day,
      (SELECT string_agg(lexeme, $2) FROM unnest(tsvector_to_array(lexemes)) AS lexeme WHERE lexeme = ANY($1)) AS lexemes
    FROM catalog.signal`;
  type Row = { ordinal: number; company: number; pending: boolean; day: string; lexemes: string | null };
  for await (const rows of readInPieces<Row>(client, query, [lexemes, separator]))
    for (const row of rows) {
      if (row.lexemes === null) continue;
      const held = row.lexemes.split(separator);
      if (!row.pending) bitmaps.add(row.ordinal, row.day, held);
      bitmaps.addToCompany(row.company, held);
    }
  await bitmaps.apply(client);
}

/**
 * The bits come as packed 16-bit offsets, one value a chunk: a common word of a million signals is some kilobytes and a hundred rows
 * rather than a hundred thousand.
 */
async function addBitmap(client: ClientBase, lexeme: string): Promise<void> {
  const bitmaps = new BitmapChanges([lexeme]);
  const quoted = `'${lexeme.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  const packed = (position: string, source: string) =>
    `SELECT ${position} / ${chunkBits} AS chunk, string_agg(int2send((${position} % ${chunkBits})::int2), ''::bytea) AS offsets
     FROM ${source} GROUP BY 1`;
  const ofCompanies = isTitleLexeme(lexeme);
  // The lexeme index is partial, so the branches are apart.
  const { rows } = await client.query<{ of_companies: boolean; chunk: number; offsets: Buffer }>(
    `WITH holder AS MATERIALIZED (
       SELECT ordinal, company_id, pending FROM catalog.signal WHERE NOT pending AND lexemes @@ $1::tsquery
       UNION ALL SELECT ordinal, company_id, pending FROM catalog.signal WHERE pending AND lexemes @@ $1::tsquery
     )
     SELECT false AS of_companies, * FROM (${packed('ordinal', 'holder WHERE NOT pending')}) AS signals
     UNION ALL
     SELECT true, * FROM (${packed('company_id', '(SELECT DISTINCT company_id FROM holder WHERE $2::boolean) AS companies')}) AS companies`,
    [quoted, ofCompanies],
  );
  for (const row of rows)
    if (row.of_companies) bitmaps.addPackedCompanies(lexeme, row.chunk, row.offsets);
    else bitmaps.addPackedSignals(lexeme, row.chunk, row.offsets);
  await bitmaps.apply(client);
}
