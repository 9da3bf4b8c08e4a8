import pg from 'pg';
import { round } from '../percentiles';

const CONNECTIONS = [1, 4, 16, 64];

/**
 * The baseline for charges: a loop of single-row updates, each a prepared statement in its own transaction, with
 * nothing else stored.
 */
export class BareUpdates {
  private constructor(
    private readonly connectionString: string,
    private readonly accounts: number,
  ) {}

  /** Creates the table with the given number of rows. */
  static async prepare(connectionString: string, accounts: number): Promise<BareUpdates> {
    const admin = new pg.Client({ connectionString });
    await admin.connect();
    await admin.query(`DROP TABLE IF EXISTS public.bare;
      CREATE TABLE public.bare (id integer PRIMARY KEY, balance bigint NOT NULL) WITH (fillfactor = 50);
      INSERT INTO public.bare SELECT n, 1000000000 FROM generate_series(0, ${accounts - 1}) AS n;
      ANALYZE public.bare`);
    await admin.end();
    return new BareUpdates(connectionString, accounts);
  }

  /** The number of connections with the highest rate. */
  async bestConnections(seconds: number): Promise<number> {
    let best = { connections: 0, rate: 0 };
    for (const connections of CONNECTIONS) {
      const rate = await this.perSecond(connections, seconds);
      if (rate > best.rate) best = { connections, rate };
    }
    return best.connections;
  }

  /** Updates per second. */
  async perSecond(connections: number, seconds: number): Promise<number> {
    const clients = await Promise.all(
      Array.from({ length: connections }, async () => {
        const client = new pg.Client({ connectionString: this.connectionString });
        await client.connect();
        return client;
      }),
    );
    let updates = 0;
    const started = performance.now();
    const deadline = started + seconds * 1000;
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() < deadline) {
          await client.query({
            name: 'charge',
            text: 'UPDATE public.bare SET balance = balance - 1 WHERE id = $1 AND balance >= 1',
            values: [Math.floor(Math.random() * this.accounts)],
          });
          updates += 1;
        }
      }),
    );
    const rate = updates / ((performance.now() - started) / 1000);
    await Promise.all(clients.map((client) => client.end()));
    return round(rate);
  }
}
