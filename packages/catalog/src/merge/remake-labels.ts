import type { ClientBase } from 'pg';
import { labelOf } from '../label';
import type { IdentifierKind } from '../records';
import { inWriteTransaction } from './transaction';

interface Labeled {
  kind: IdentifierKind;
  id: string;
  label: string;
}

/**
 * Replaces generated labels that this version would make differently. Labels chosen by an operator stay.
 *
 * @returns how many there were.
 */
export async function remakeLabels(client: ClientBase): Promise<number> {
  const { remade } = await inWriteTransaction(client, async () => {
    const { rows } = await client.query<Labeled>(
      // Industries and countries are their own labels, and have no limit.
      `SELECT kind, id, label FROM catalog.identifier WHERE NOT explicit AND kind NOT IN ('industry', 'country')`,
    );
    const stale = rows.filter(({ kind, id, label }) => labelOf(kind, id) !== label);
    if (stale.length > 0) await storeLabels(client, stale);
    return { remade: stale.length, changed: stale.length > 0 };
  });
  return remade;
}

async function storeLabels(client: ClientBase, identifiers: readonly Labeled[]): Promise<void> {
  await client.query(
    `UPDATE catalog.identifier SET label = made.label
       FROM unnest($1::text[], $2::text[], $3::text[]) AS made(kind, id, label)
      WHERE identifier.kind = made.kind AND identifier.id = made.id`,
    [
      identifiers.map(({ kind }) => kind),
      identifiers.map(({ id }) => id),
      identifiers.map(({ kind, id }) => labelOf(kind, id)),
    ],
  );
}
