import { plainArray } from '@heliograph/postgres';
import type { ClientBase } from 'pg';
import { MAXIMUM_LIST_ITEMS } from '../bounds';
import type { Numbered, Reject, SignalRecord } from '../records';
import {
  canonicalSignal,
  contentHash,
  effectiveValues,
  inheritedBits,
  recordOfDocument,
  renderDocument,
  type SharedCompany,
} from '../render';
import { copyField, copyLines } from './copy';
import { selectLatestThatFits, UsedPlacesAndIndustries } from './identifiers';
import type { CatalogState } from './transaction';

export interface SignalsWritten {
  inserted: number;
  updated: number;
  unchanged: number;
  /** Records of withdrawn ids, which were skipped. */
  withdrawn: number;
  rejects: Reject[];
  changed: boolean;
}

interface CompanyForSignals extends SharedCompany {
  id: number;
}

/** A signal to store; it keeps the ordinal of the row it replaces. */
interface Prepared {
  record: SignalRecord;
  /** Absent if there was nothing to compare it with: then computed when the document's line is written. */
  hash?: string;
  /** Absent until rendered for the document's line. */
  document?: string;
  company: CompanyForSignals;
  oldOrdinal?: number;
  /** If only its company changed: the version in which the signal itself last did. */
  ownVersion?: string | null;
}

/** One of the input lines with the same id. */
interface Candidate extends Prepared {
  line: number;
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
  }>(
    `SELECT id, slug, name, country, city, to_json(industries) AS industries FROM catalog.company WHERE ${condition}`,
    values,
  );
  return rows.map((row) => {
    return {
      id: row.id,
      slug: row.slug,
      name: row.name,
      country: row.country ?? undefined,
      city: row.city ?? undefined,
      // Only a company stored before lists were bounded can have more.
      industries: row.industries.slice(0, MAXIMUM_LIST_ITEMS),
    };
  });
}

/** Records the ordinals of the rows that these signals replace. */
async function findOld(client: ClientBase, signals: readonly Prepared[]): Promise<void> {
  const { rows } = await client.query<{ id: string; ordinal: number }>(
    'SELECT id::text, ordinal FROM catalog.signal WHERE id = ANY($1::numeric[])',
    [plainArray(signals.map(({ record }) => record.id))],
  );
  const ordinals = new Map(rows.map(({ id, ordinal }) => [id, ordinal]));
  for (const signal of signals) signal.oldOrdinal = ordinals.get(signal.record.id);
}

/** What writing a batch depends on, at one version of the corpus. */
export interface SignalLookup {
  companies: ReadonlyMap<string, CompanyForSignals>;
  /** Content hashes of the batch's stored ids; null for withdrawn ones. */
  hashes: ReadonlyMap<string, string | null>;
}

/** Reads what {@link mergeSignals} needs. */
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
 *
 * @param lookup for these signals, equivalent to one read in this transaction.
 */
export async function mergeSignals(
  client: ClientBase,
  state: CatalogState,
  batch: readonly Numbered<SignalRecord>[],
  { companies, hashes }: SignalLookup,
): Promise<SignalsWritten> {
  const result = { inserted: 0, updated: 0, unchanged: 0, withdrawn: 0, rejects: [] as Reject[] };
  const byId = new Map<string, Candidate[]>();
  for (const { line, record } of batch) {
    const company = companies.get(record.companySlug);
    if (!company) {
      result.rejects.push({ line, reason: `unknown company "${record.companySlug}"` });
      continue;
    }
    const ofId = byId.get(record.id);
    if (ofId) ofId.push({ line, record, company });
    else byId.set(record.id, [{ line, record, company }]);
  }
  const isStored = ({ record, hash }: Candidate) => hash !== undefined && hash === hashes.get(record.id);
  const changed: Candidate[][] = [];
  for (const [id, ofId] of byId) {
    const stored = hashes.get(id);
    if (stored === null) {
      result.withdrawn += ofId.length;
      continue;
    }
    for (const candidate of ofId) {
      candidate.record = canonicalSignal(candidate.record);
      if (stored !== undefined) candidate.hash = contentHash(candidate.record);
    }
    if (isStored(ofId.at(-1)!)) result.unchanged++;
    else changed.push(ofId);
  }
  const { admitted, rejects } = await selectLatestThatFits(client, changed);
  result.rejects.push(...rejects);
  // If later candidates were refused, the admitted one may be what is already stored.
  const prepared = rejects.length === 0 ? admitted : admitted.filter((candidate) => !isStored(candidate));
  result.unchanged += admitted.length - prepared.length;
  const replacing = prepared.filter(({ record }) => hashes.has(record.id));
  result.updated = replacing.length;
  result.inserted = prepared.length - result.updated;
  if (replacing.length > 0) await findOld(client, replacing);
  await store(client, state, prepared);
  return { ...result, changed: prepared.length > 0 };
}

/** Signals rewritten at a time when companies change; bounds memory, not the transaction. */
const REWRITTEN_AT_ONCE = 10_000;

/**
 * Rerenders the signals of companies whose row changed in this transaction. A signal whose item and size stay the same
 * is not updated: followers of changes would pay for it. It still gets a new version, because its vector may depend on
 * the company's description, but keeps its item's version. All keep the version of their own last change.
 *
 * @param resizedIds companies whose size changed.
 */
export async function rewriteSignalsOfCompanies(
  client: ClientBase,
  state: CatalogState,
  companyIds: readonly number[],
  resizedIds: ReadonlySet<number>,
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
      own_version: string | null;
    }>(
      // Found first: signals per company are overestimated, so that walking all signals in order would seem to be faster.
      `WITH found AS MATERIALIZED (
         SELECT id, company_id, pending FROM catalog.signal WHERE company_id = ANY($1) AND id > $2::numeric
       ), s AS MATERIALIZED (SELECT * FROM found ORDER BY id LIMIT ${REWRITTEN_AT_ONCE})
       SELECT s.id::text, s.company_id, d.content_hash::text AS hash, d.inherited, d.document,
         CASE WHEN NOT s.pending THEN coalesce(d.own_version, d.item_version, d.version) END AS own_version
       FROM s JOIN catalog.signal_document d ON d.id = s.id ORDER BY s.id`,
      [companyIds, after],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const stale: Prepared[] = [];
    const unchangedIds: string[] = [];
    for (const row of rows) {
      const company = companies.get(row.company_id);
      if (!company) continue;
      const record = recordOfDocument(row.document, row.inherited);
      const document = renderDocument(record, company, effectiveValues(record, company));
      if (document === row.document && !resizedIds.has(company.id)) unchangedIds.push(row.id);
      else stale.push({ record, hash: row.hash, document, company, ownVersion: row.own_version });
    }
    await bumpVersions(client, state, unchangedIds);
    await findOld(client, stale);
    await store(client, state, stale);
  }
}

async function bumpVersions(
  client: ClientBase,
  { version }: CatalogState,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await client.query(
    `UPDATE catalog.signal_document AS document SET version = $1,
       item_version = CASE WHEN NOT signal.pending THEN coalesce(document.item_version, document.version) END
     FROM catalog.signal WHERE signal.id = document.id AND document.id = ANY($2::numeric[])`,
    [version, plainArray(ids)],
  );
}

/** Logs the published ones as withdrawn, while their documents are still what was published. */
async function unpublish(client: ClientBase, scheduled: readonly Prepared[]): Promise<void> {
  if (scheduled.length === 0) return;
  await client.query(
    'UPDATE catalog.signal SET pending = true WHERE id = ANY($1::numeric[]) AND NOT pending',
    [plainArray(scheduled.map(({ record }) => record.id))],
  );
}

/** Replaces or adds rows, documents, and identifiers. Old rows go first: COPY cannot update. */
async function store(client: ClientBase, state: CatalogState, signals: readonly Prepared[]): Promise<void> {
  if (signals.length === 0) return;
  const now = state.now.getTime();
  const isPending = ({ record }: Prepared) => Date.parse(record.publishedAt) > now;
  const old = signals.filter(({ oldOrdinal }) => oldOrdinal !== undefined);
  await unpublish(client, old.filter(isPending));
  const replaced = old.map(({ record }) => record.id);
  if (replaced.length > 0) {
    for (const table of ['signal', 'signal_document'])
      await client.query(`DELETE FROM catalog.${table} WHERE id = ANY($1::numeric[])`, [
        plainArray(replaced),
      ]);
  }
  const identifiers = new UsedPlacesAndIndustries();

  function* signalLines(): Generator<string> {
    for (const signal of signals) {
      const { record, company, oldOrdinal } = signal;
      const ordinal = oldOrdinal ?? state.nextOrdinal++;
      yield `${record.id}\t${record.publishedAt}\t${record.activityDate}\t${ordinal}\t${company.id}\t${isPending(signal)}`;
    }
  }
  function* documentLines(): Generator<string> {
    for (const signal of signals) {
      const { record, hash = contentHash(record), document, company, ownVersion } = signal;
      const effective = effectiveValues(record, company);
      identifiers.add(effective);
      yield (
        `${record.id}\t${state.version}\t${hash}\t${inheritedBits(record)}\t` +
        `${copyField(document ?? renderDocument(record, company, effective))}\t` +
        copyField(ownVersion && isPending(signal) ? null : ownVersion)
      );
    }
  }
  await copyLines(
    client,
    'catalog.signal (id, published_at, activity_date, ordinal, company_id, pending)',
    signalLines(),
  );
  await copyLines(
    client,
    'catalog.signal_document (id, version, content_hash, inherited, document, own_version)',
    documentLines(),
  );
  await identifiers.apply(client);
}
