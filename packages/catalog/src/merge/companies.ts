import type { EveryField } from '@heliograph/contract';
import type { ClientBase } from 'pg';
import type { CompanyRecord, Numbered } from '../records';
import { companyKeys } from '../company-keys';
import { contentHash } from '../render';
import { sizeOf } from '../sizes';
import type { CatalogState } from './transaction';
import { rewriteSignalsOfCompanies } from './signals';

export interface CompaniesWritten {
  inserted: number;
  updated: number;
  unchanged: number;
  changed: boolean;
}

interface StoredCompany {
  slug: string;
  id: number;
  hash: string;
  employeeCount: string | null;
}

interface Hashed {
  record: CompanyRecord;
  hash: string;
}

const canonicalCompany = (record: CompanyRecord): EveryField<CompanyRecord> => ({
  slug: record.slug,
  name: record.name,
  domain: record.domain,
  description: record.description,
  country: record.country,
  city: record.city,
  industries: [...new Set(record.industries ?? [])],
  employeeCount: record.employeeCount,
});

const storedSizeOf = ({ employeeCount }: StoredCompany) =>
  sizeOf(employeeCount === null ? undefined : Number(employeeCount));

const COLUMNS = [
  ...['name', 'domain', 'description', 'country', 'city', 'industries', 'employee_count', 'content_hash'],
  ...['domain_key', 'name_key', 'bare_name_key', 'keys_of'],
];

/** The rows of {@link valuesOf}. */
const INPUT_ROWS = `(
  SELECT slug, name, domain, description, country, city,
         ARRAY(SELECT jsonb_array_elements_text(industries)) AS industries, employee_count, content_hash,
         domain_key, name_key, bare_name_key, content_hash AS keys_of
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::bigint[], $9::uuid[],
    $10::text[], $11::uuid[], $12::uuid[])
    AS c(slug, name, domain, description, country, city, industries, employee_count, content_hash,
      domain_key, name_key, bare_name_key)
) AS input`;

/**
 * Not an upsert, which would use up an id before finding the stored row: searches' bitsets are as long as the highest
 * id. Writers hold the state's lock, so nothing else inserts companies.
 */
const INSERT = `INSERT INTO catalog.company (slug, ${COLUMNS.join()}) SELECT slug, ${COLUMNS.join()} FROM ${INPUT_ROWS}`;
const UPDATE = `UPDATE catalog.company SET ${COLUMNS.map((column) => `${column} = input.${column}`).join()}
  FROM ${INPUT_ROWS} WHERE company.slug = input.slug`;

function valuesOf(companies: readonly Hashed[]): unknown[] {
  const records = companies.map(({ record }) => record);
  const keys = records.map(({ name, domain }) => companyKeys(name, domain));
  return [
    records.map(({ slug }) => slug),
    records.map(({ name }) => name),
    records.map(({ domain }) => domain ?? null),
    records.map(({ description }) => description ?? null),
    records.map(({ country }) => country ?? null),
    records.map(({ city }) => city ?? null),
    records.map(({ industries }) => JSON.stringify(industries)),
    records.map(({ employeeCount }) => employeeCount ?? null),
    companies.map(({ hash }) => hash),
    keys.map(({ domain }) => domain ?? null),
    keys.map(({ name }) => name),
    keys.map(({ bareName }) => bareName),
  ];
}

/** Upserts companies by slug (the last of equal slugs wins) and rewrites the signals of changed ones. */
export async function mergeCompanies(
  client: ClientBase,
  state: CatalogState,
  batch: readonly Numbered<CompanyRecord>[],
): Promise<CompaniesWritten> {
  const records = [...new Map(batch.map(({ record }) => [record.slug, canonicalCompany(record)])).values()];
  const { rows } = await client.query<StoredCompany>(
    `SELECT slug, id, replace(content_hash::text, '-', '') AS hash, employee_count AS "employeeCount"
     FROM catalog.company WHERE slug = ANY($1)`,
    [records.map((record) => record.slug)],
  );
  const stored = new Map(rows.map((row) => [row.slug, row]));
  const added: Hashed[] = [];
  const changed: Hashed[] = [];
  const changedIds: number[] = [];
  const resizedIds = new Set<number>();
  for (const record of records) {
    const hash = contentHash(record);
    const old = stored.get(record.slug);
    if (old?.hash === hash) continue;
    if (!old) {
      added.push({ record, hash });
      continue;
    }
    changed.push({ record, hash });
    changedIds.push(old.id);
    if (storedSizeOf(old) !== sizeOf(record.employeeCount)) resizedIds.add(old.id);
  }
  if (added.length > 0) await client.query(INSERT, valuesOf(added));
  if (changed.length > 0) {
    await client.query(UPDATE, valuesOf(changed));
    await rewriteSignalsOfCompanies(client, state, changedIds, resizedIds);
  }
  return {
    inserted: added.length,
    updated: changed.length,
    unchanged: records.length - added.length - changed.length,
    changed: added.length + changed.length > 0,
  };
}
