import type { ClientBase } from 'pg';
import { companyKeys } from '../company-keys';
import { inWriteTransaction } from './transaction';

const COMPANIES_AT_ONCE = 2_000;

interface Unkeyed {
  id: number;
  name: string;
  domain: string | null;
  hash: string;
}

/**
 * Adds the keys of companies written by a version without them, some companies per transaction: if the process dies in
 * between, the next run continues.
 *
 * @returns how many there were.
 */
export async function fillCompanyKeys(client: ClientBase): Promise<number> {
  let total = 0;
  for (;;) {
    const { filled } = await inWriteTransaction(client, () => fillBatch(client));
    total += filled;
    if (filled < COMPANIES_AT_ONCE) return total;
  }
}

async function fillBatch(client: ClientBase): Promise<{ filled: number; changed: false }> {
  const { rows } = await client.query<Unkeyed>(
    `SELECT id, name, domain, content_hash AS hash FROM catalog.company
      WHERE keys_of IS DISTINCT FROM content_hash ORDER BY id LIMIT $1`,
    [COMPANIES_AT_ONCE],
  );
  const keys = rows.map(({ name, domain }) => companyKeys(name, domain ?? undefined));
  if (rows.length > 0) {
    await client.query(
      `UPDATE catalog.company SET domain_key = made.domain, name_key = made.name, bare_name_key = made.bare_name, keys_of = made.hash
         FROM unnest($1::integer[], $2::text[], $3::uuid[], $4::uuid[], $5::uuid[]) AS made(id, domain, name, bare_name, hash)
        WHERE company.id = made.id`,
      [
        rows.map(({ id }) => id),
        keys.map(({ domain }) => domain ?? null),
        keys.map(({ name }) => name),
        keys.map(({ bareName }) => bareName),
        rows.map(({ hash }) => hash),
      ],
    );
  }
  // Searches see no change, so there is no new version.
  return { filled: rows.length, changed: false };
}
