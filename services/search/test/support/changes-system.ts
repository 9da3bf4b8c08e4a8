import { CorpusWriter, withdrawSignals, type CompanyRecord, type SignalRecord } from '@heliograph/catalog';
import { search } from '@heliograph/proto';
import {
  createLogger,
  createMetrics,
  createRpcClient,
  retryUnavailable,
  testServiceOf,
  type RpcClient,
} from '@heliograph/runtime';
import {
  freeAddress,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
  type TestDatabase,
} from '@heliograph/testing';
import { Pool } from 'pg';
import { loadConfig } from '../../src/config';
import { createSearchService } from '../../src/service';
import { untilSeen } from './corpus';

export type SearchClient = RpcClient<typeof search.SearchServiceService>;

/** A change as returned. */
export interface Item {
  change: 'published' | 'updated' | 'withdrawn';
  at: string;
  signal: { id: string; title?: string };
}

interface Page {
  items: Item[];
  next: search.ChangePosition;
  caughtUp: boolean;
  signalIds: string[];
}

/** Search processes over one catalog, and its writers. */
export class ChangesSystem {
  private readonly closers: (() => Promise<unknown>)[] = [];

  private constructor(
    readonly database: TestDatabase,
    readonly pool: Pool,
    private readonly writer: CorpusWriter,
  ) {}

  static async start(): Promise<ChangesSystem> {
    const database = await startTestDatabase();
    const connectionString = database.connectionString('catalog');
    const pool = new Pool({ connectionString, max: 3 });
    const writer = new CorpusWriter(connectionString);
    await writer.begin();
    const system = new ChangesSystem(database, pool, writer);
    system.closers.push(
      () => database.stop(),
      () => pool.end(),
      () => writer.close(),
    );
    return system;
  }

  /**
   * Another search process, and a client for it. @param checkpointDirectory to start from if possible, and to write to.
   */
  async startSearch(checkpointDirectory?: string) {
    const registry = createMetrics('search');
    const service = createSearchService(
      loadConfig({
        RPC_ADDRESS: freeAddress(),
        DATABASE_URL: this.database.connectionString('reader'),
        ...(checkpointDirectory && {
          CHECKPOINT_DIRECTORY: checkpointDirectory,
          CHECKPOINT_INTERVAL_MS: '100',
        }),
        ...testCallerVariables,
      }),
      { registry, logger: createLogger({ service: 'search', level: 'silent' }) },
    );
    await service.start();
    const common = {
      address: service.address,
      caller: 'gateway',
      credentials: testCredentials,
      defaultTimeoutMs: 10_000,
    };
    const client = createRpcClient(search.SearchServiceService, common);
    const test = createRpcClient(testServiceOf(search.SearchServiceService), common);
    const stop = async () => {
      await service.destroy();
      await client.close();
      await test.close();
    };
    this.closers.push(stop);
    return { service, client, test, stop, registry };
  }

  async putCompanies(...companies: CompanyRecord[]): Promise<void> {
    await this.writer.writeCompanies(companies.map((record, line) => ({ line, record })));
  }

  async put(...signals: SignalRecord[]): Promise<void> {
    const { rejects } = await this.writer.writeSignals(signals.map((record, line) => ({ line, record })));
    expect(rejects).toEqual([]);
  }

  async withdraw(...ids: string[]): Promise<void> {
    await withdrawSignals(this.pool, ids);
  }

  /** Waits until every search has all committed changes. */
  untilSeen(): Promise<void> {
    return untilSeen(this.database.connectionString('catalog'));
  }

  async stop(): Promise<void> {
    for (const close of this.closers.reverse()) await close();
  }
}

/** Fetches one page. */
export async function pageOf(
  client: SearchClient,
  asked: Partial<search.ChangesRequest>,
  call: { accountId?: string; timeoutMs?: number } = {},
): Promise<Page> {
  const request = search.ChangesRequest.fromPartial({ limit: 50, ...asked });
  // Retries like the gateway: on a busy machine, a search may briefly be unconfirmed as a reader.
  const { itemsJson, itemCount, next, ...rest } = await retryUnavailable(
    (timeoutMs) => client.changes(request, { requestId: 'request-1', timeoutMs, ...call }),
    { totalMs: 30_000, attemptMs: 10_000 },
  );
  const items = JSON.parse(itemsJson.toString()) as Item[];
  expect(items).toHaveLength(itemCount);
  return { items, next: next!, ...rest };
}

/** Fetches everything from a position on. */
export async function allFrom(
  clients: readonly SearchClient[],
  asked: Partial<search.ChangesRequest>,
): Promise<Item[]> {
  const items: Item[] = [];
  let after = asked.after;
  for (let turn = 0; ; turn++) {
    const page = await pageOf(clients[turn % clients.length]!, { ...asked, after });
    items.push(...page.items);
    after = page.next;
    if (page.caughtUp) return items;
  }
}

export const START: search.ChangePosition = { version: 0n, id: '0' };
export const told = (items: readonly Item[]) => items.map(({ change, signal }) => `${change} ${signal.id}`);
