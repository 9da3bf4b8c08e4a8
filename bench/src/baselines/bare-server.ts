import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tuneForSearching } from '@heliograph/search/dist/storage/session';
import pg from 'pg';
import type { Statement } from '../statement';

/**
 * The baseline of the API: one Node process that does HTTP and the same SQL, with nothing that makes a product of it.
 * `GET /N` runs statement N of the file and answers its rows' documents in the same envelope.
 */
const [, , statementsFile, connectionString] = process.argv;
const statements = JSON.parse(readFileSync(statementsFile!, 'utf8')) as Statement[];
const pool = tuneForSearching(new pg.Pool({ connectionString, max: 8 }));

const server = createServer((request, response) => {
  const statement = statements[Number(request.url!.slice(1))]!;
  pool.query<{ document?: string; total?: string }>(statement).then(
    ({ rows }) => {
      const body =
        rows[0]?.total !== undefined
          ? `{"data":{"total":${rows[0].total}}}`
          : `{"data":{"items":[${rows.map((row) => row.document).join(',')}],"nextCursor":null}}`;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(body);
    },
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.writeHead(500).end();
    },
  );
});
server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port }));
process.on('disconnect', () => process.exit(0));
