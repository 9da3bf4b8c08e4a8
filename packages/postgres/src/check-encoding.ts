import type { ClientBase } from 'pg';

/** @throws a plain error naming cause and remedy if the programs cannot use the database's encoding. */
export async function checkEncoding(client: Pick<ClientBase, 'query'>): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    `SELECT current_setting('server_encoding') AS encoding`,
  );
  const encoding = rows[0]?.encoding;
  if (encoding === 'UTF8') return;
  throw new Error(
    `the database's encoding is ${encoding}: use one made with CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'`,
  );
}
