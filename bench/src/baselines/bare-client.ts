import pg from 'pg';
import { sessionSettings } from '../compiled-search';
import { percentiles, round } from '../percentiles';
import type { LoadResult } from '../load';
import type { Statement } from '../statement';

/** The same statements sent straight to PostgreSQL over `connections` connections, one in flight on each. */
export async function bareClient(
  connectionString: string,
  statements: readonly Statement[],
  options: { connections: number; seconds: number },
): Promise<LoadResult> {
  const times: number[] = [];
  const started = performance.now();
  const deadline = started + options.seconds * 1000;
  const run = async (offset: number) => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    await client.query(sessionSettings);
    for (let index = offset; performance.now() < deadline; index += 1) {
      const sent = performance.now();
      await client.query(statements[index % statements.length]!);
      times.push(performance.now() - sent);
    }
    await client.end();
  };
  await Promise.all(Array.from({ length: options.connections }, (_, index) => run(index)));
  const seconds = (performance.now() - started) / 1000;
  return { rps: round(times.length / seconds), ...percentiles(times), errors: 0 };
}
