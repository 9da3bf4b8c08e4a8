import { plainArray } from '@heliograph/postgres';
import { words } from '@heliograph/words';
import type { ClientBase } from 'pg';
import { mostListItems } from '../bounds';
import { companyLexemes, recheckText, repeatsWord, signalLexemes } from '../lexemes';
import type { Numbered, Reject, SignalRecord } from '../records';
import {
  canonicalSignal,
  contentHash,
  effectiveValues,
  inheritedBits,
  recordOfDocument,
  renderDocument,
  type EffectiveValues,
  type SharedCompany,
} from '../render';
import { BitmapChanges } from './bitmaps';
import { copyField, copyLines, vectorField } from './copy';
import { admitIdentifiers, UsedPlacesAndIndustries } from './identifiers';
import type { CatalogState } from './transaction';

export interface SignalsWritten {
  inserted: number;
  updated: number;
  unchanged: number;
  /** Records of ids that were withdrawn; they were left out. */
  withdrawn: number;
  rejects: Reject[];
  changed: boolean;
}

interface CompanyForSignals extends SharedCompany {
  id: number;
  /** Made when the first of its signals is, while the database is busy. See {@link lexemesOf}. */
  lexemes?: readonly string[];
}

function lexemesOf(company: CompanyForSignals): readonly string[] {
  return (company.lexemes ??= companyLexemes(company));
}

/** A signal to be stored; `old` when it replaces a row. */
interface Prepared {
  record: SignalRecord;
  /** Absent when nothing had to be compared: made with the document's line. */
  hash?: string;
  company: CompanyForSignals;
  old?: OldSignal;
}

interface OldSignal {
  ordinal: number;
  pending: boolean;
  activityDate: string;
  lexemes: string[];
}

async function loadCompanies(
  client: ClientBase,
  condition: string,
  values: unknown[],
): Promise<CompanyForSignals[]> {
  const { rows } = await client.query<{
    id: number;
    slug: string;
    name: string;
    country: string | null;
    city: string | null;
    industries: string[];
    employee_count: string | null;
  }>(
    `SELECT id, slug, name, country, city, to_json(industries) AS industries, employee_count FROM catalog.company WHERE ${condition}`,
    values,
  );
  return rows.map((row) => {
    return {
      id: row.id,
      slug: row.slug,
      name: row.name,
      country: row.country ?? undefined,
      city: row.city ?? undefined,
      // More can only be of a company that was stored before lists were bounded.
      industries: row.industries.slice(0, mostListItems),
      employeeCount: row.employee_count === null ? undefined : Number(row.employee_count),
    };
  });
}

async function loadOld(client: ClientBase, ids: readonly string[]): Promise<Map<string, OldSignal>> {
  const { rows } = await client.query<OldSignal & { id: string }>(
    `SELECT id::text, ordinal, pending, activity_date::text AS "activityDate", tsvector_to_array(lexemes) AS lexemes
     FROM catalog.signal WHERE id = ANY($1::numeric[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** What writing a batch depends on, as it was in one version of the corpus. */
export interface SignalLookup {
  companies: ReadonlyMap<string, CompanyForSignals>;
  /** Content hashes of the batch's ids that are stored; null of those that were withdrawn. */
  hashes: ReadonlyMap<string, string | null>;
}

/** The batch without records that others of the same id follow. */
export function latestOfEachId(batch: readonly Numbered<SignalRecord>[]): Numbered<SignalRecord>[] {
  return [...new Map(batch.map((numbered) => [numbered.record.id, numbered])).values()];
}

/** Reads what {@link mergeSignals} needs to know. */
export async function lookUpSignals(
  client: ClientBase,
  batch: readonly Numbered<SignalRecord>[],
): Promise<SignalLookup> {
  const slugs = [...new Set(batch.map(({ record }) => record.companySlug))];
  const companies = await loadCompanies(client, 'slug = ANY($1)', [slugs]);
  const { rows: known } = await client.query<{ id: string; hash: string | null }>(
    `SELECT id::text, replace(content_hash::text, '-', '') AS hash FROM catalog.signal_document WHERE id = ANY($1::numeric[])
     UNION ALL SELECT id::text, NULL FROM catalog.withdrawal WHERE id = ANY($1::numeric[])`,
    [plainArray(batch.map(({ record }) => record.id))],
  );
  return {
    companies: new Map(companies.map((company) => [company.slug, company])),
    hashes: new Map(known.map((row) => [row.id, row.hash])),
  };
}

/**
 * Upserts signals by id. See {@link CorpusWriter.writeSignals}.
 * @param latest with each id once
 * @param lookup of these signals, as true in this transaction as if it had been read here
 */
export async function mergeSignals(
  client: ClientBase,
  state: CatalogState,
  latest: readonly Numbered<SignalRecord>[],
  { companies, hashes }: SignalLookup,
): Promise<SignalsWritten> {
  const result = { inserted: 0, updated: 0, unchanged: 0, withdrawn: 0, rejects: [] as Reject[] };
  const changed: (Prepared & { line: number })[] = [];
  for (const { line, record: input } of latest) {
    const company = companies.get(input.companySlug);
    if (!company) {
      result.rejects.push({ line, reason: `unknown company "${input.companySlug}"` });
      continue;
    }
    const stored = hashes.get(input.id);
    if (stored === null) {
      result.withdrawn++;
      continue;
    }
    const record = canonicalSignal(input);
    if (stored === undefined) {
      changed.push({ line, record, company });
      continue;
    }
    const hash = contentHash(record);
    if (stored === hash) result.unchanged++;
    else changed.push({ line, record, hash, company });
  }
  const refused = await admitIdentifiers(client, changed);
  result.rejects.push(...refused);
  const refusedLines = new Set(refused.map(({ line }) => line));
  const prepared = refused.length === 0 ? changed : changed.filter(({ line }) => !refusedLines.has(line));
  result.updated = prepared.filter(({ record }) => hashes.has(record.id)).length;
  result.inserted = prepared.length - result.updated;
  if (result.updated > 0) {
    const old = await loadOld(
      client,
      prepared.filter(({ record }) => hashes.has(record.id)).map(({ record }) => record.id),
    );
    for (const signal of prepared) signal.old = old.get(signal.record.id);
  }
  await store(client, state, prepared);
  return { ...result, changed: prepared.length > 0 };
}

/** Signals rewritten in one go when companies change; bounds memory, not the transaction. */
const rewrittenAtOnce = 10_000;

/** Renders anew the signals of companies whose row was changed in this transaction. */
export async function rewriteSignalsOfCompanies(
  client: ClientBase,
  state: CatalogState,
  companyIds: readonly number[],
): Promise<void> {
  const companies = new Map(
    (await loadCompanies(client, 'id = ANY($1)', [companyIds])).map((company) => [company.id, company]),
  );
  let after = '0';
  for (;;) {
    const { rows } = await client.query<{
      id: string;
      company_id: number;
      hash: string;
      inherited: number;
      document: string;
    }>(
      `SELECT s.id::text, s.company_id, d.content_hash::text AS hash, d.inherited, d.document
       FROM catalog.signal s JOIN catalog.signal_document d ON d.id = s.id
       WHERE s.company_id = ANY($1) AND s.id > $2::numeric ORDER BY s.id LIMIT ${rewrittenAtOnce}`,
      [companyIds, after],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const stale: Prepared[] = [];
    for (const row of rows) {
      const company = companies.get(row.company_id);
      if (!company) continue;
      stale.push({ record: recordOfDocument(row.document, row.inherited), hash: row.hash, company });
    }
    const old = await loadOld(
      client,
      stale.map(({ record }) => record.id),
    );
    for (const signal of stale) signal.old = old.get(signal.record.id);
    await store(client, state, stale);
  }
}

/** Replaces or adds rows, documents, bits and identifiers. Old rows go first: COPY cannot update. */
async function store(client: ClientBase, state: CatalogState, signals: readonly Prepared[]): Promise<void> {
  if (signals.length === 0) return;
  const replaced = signals.filter(({ old }) => old).map(({ record }) => record.id);
  if (replaced.length > 0) {
    await client.query('DELETE FROM catalog.signal WHERE id = ANY($1::numeric[])', [replaced]);
    await client.query('DELETE FROM catalog.signal_document WHERE id = ANY($1::numeric[])', [replaced]);
  }
  const bitmaps = await BitmapChanges.load(client);
  const identifiers = new UsedPlacesAndIndustries();
  const now = state.now.getTime();
  const rendered: { effective: EffectiveValues; recheck: string }[] = [];

  function* signalLines(): Generator<string> {
    for (const { record, company, old } of signals) {
      const effective = effectiveValues(record, company);
      const titleWords = words(record.title);
      const lexemes = signalLexemes(record, titleWords, effective, lexemesOf(company));
      const ordinal = old?.ordinal ?? state.nextOrdinal++;
      const pending = Date.parse(record.publishedAt) > now;
      if (old && !old.pending) bitmaps.remove(ordinal, old.activityDate, old.lexemes);
      if (!pending) bitmaps.add(ordinal, record.activityDate, lexemes);
      bitmaps.addToCompany(company.id, lexemes);
      identifiers.add(effective);
      rendered.push({ effective, recheck: repeatsWord(titleWords) ? recheckText(titleWords) : '\\N' });
      yield (
        `${record.id}\t${record.publishedAt}\t${record.activityDate}\t${ordinal}\t${company.id}\t${pending}\t` +
        `${copyField(record.funding?.amount)}\t${vectorField(lexemes)}`
      );
    }
  }
  // Rendered only now, so that both tables keep both processes busy: this one makes lines while the database stores them.
  function* documentLines(): Generator<string> {
    for (const [index, { record, hash = contentHash(record), company }] of signals.entries()) {
      const { effective, recheck } = rendered[index]!;
      yield (
        `${record.id}\t${state.version}\t${hash}\t${inheritedBits(record)}\t${recheck}\t` +
        copyField(renderDocument(record, company, effective))
      );
    }
  }
  await copyLines(
    client,
    'catalog.signal (id, published_at, activity_date, ordinal, company_id, pending, funding_amount, lexemes)',
    signalLines(),
  );
  await copyLines(
    client,
    'catalog.signal_document (id, version, content_hash, inherited, title_words, document)',
    documentLines(),
  );
  await identifiers.apply(client);
  await bitmaps.apply(client);
}
