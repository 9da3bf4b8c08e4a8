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

const canonicalCompany = (record: CompanyRecord): CompanyRecord => ({
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
  const fresh: { record: CompanyRecord; hash: string }[] = [];
  const changedIds: number[] = [];
  const resizedIds = new Set<number>();
  for (const record of records) {
    const hash = contentHash(record);
    const old = stored.get(record.slug);
    if (old?.hash === hash) continue;
    if (old) {
      changedIds.push(old.id);
      if (storedSizeOf(old) !== sizeOf(record.employeeCount)) resizedIds.add(old.id);
    }
    fresh.push({ record, hash });
  }
  if (fresh.length > 0) {
    const keys = fresh.map(({ record }) => companyKeys(record.name, record.domain));
    await client.query(
      `INSERT INTO catalog.company (slug, name, domain, description, country, city, industries, employee_count, content_hash,
         domain_key, name_key, bare_name_key, keys_of)
       SELECT slug, name, domain, description, country, city,
              ARRAY(SELECT jsonb_array_elements_text(industries)), employee_count, content_hash,
              domain_key, name_key, bare_name_key, content_hash
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $8::bigint[], $9::uuid[],
         $10::text[], $11::uuid[], $12::uuid[])
         AS c(slug, name, domain, description, country, city, industries, employee_count, content_hash,
           domain_key, name_key, bare_name_key)
       ON CONFLICT (slug) DO UPDATE SET name = excluded.name, domain = excluded.domain,
         description = excluded.description, country = excluded.country, city = excluded.city, industries = excluded.industries,
         employee_count = excluded.employee_count, content_hash = excluded.content_hash,
         domain_key = excluded.domain_key, name_key = excluded.name_key, bare_name_key = excluded.bare_name_key, keys_of = excluded.keys_of`,
      [
        fresh.map(({ record }) => record.slug),
        fresh.map(({ record }) => record.name),
        fresh.map(({ record }) => record.domain ?? null),
        fresh.map(({ record }) => record.description ?? null),
        fresh.map(({ record }) => record.country ?? null),
        fresh.map(({ record }) => record.city ?? null),
        fresh.map(({ record }) => JSON.stringify(record.industries)),
        fresh.map(({ record }) => record.employeeCount ?? null),
        fresh.map(({ hash }) => hash),
        keys.map(({ domain }) => domain ?? null),
        keys.map(({ name }) => name),
        keys.map(({ bareName }) => bareName),
      ],
    );
  }
  if (changedIds.length > 0) await rewriteSignalsOfCompanies(client, state, changedIds, resizedIds);
  return {
    inserted: fresh.length - changedIds.length,
    updated: changedIds.length,
    unchanged: records.length - fresh.length,
    changed: fresh.length > 0,
  };
}
