import { withdrawSignals } from '@heliograph/catalog';
import { search } from '@heliograph/proto';
import { createLogger, createRpcClient, type RpcClient, type RpcService } from '@heliograph/runtime';
import {
  freeAddress,
  OpenSearchProcess,
  startServiceProcess,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
  testIndexPrefix,
  type ServiceProcess,
  type TestDatabase,
} from '@heliograph/testing';
import { Pool } from 'pg';
import { loadConfig } from '../../src/config';
import { createSearchService } from '../../src/service';
import type { PlainSignal } from './brute-force';
import { importSignals, untilSeen } from './corpus';

const company = { slug: 'acme', name: 'Acme' };

/** One search process over its own OpenSearch, which an indexer feeds. */
export class OpenSearchSystem {
  readonly closers: (() => Promise<unknown>)[] = [];
  service!: RpcService;
  client!: RpcClient<typeof search.SearchServiceService>;
  indexer: ServiceProcess | undefined;
  readonly prefix = testIndexPrefix();
  /** How far the search process's clock is behind. */
  behindMs = 0;

  private constructor(
    readonly database: TestDatabase,
    readonly opensearch: OpenSearchProcess,
  ) {}

  static async start(signals: readonly PlainSignal[] = []): Promise<OpenSearchSystem> {
    const [database, opensearch] = await Promise.all([startTestDatabase(), OpenSearchProcess.start()]);
    const system = new OpenSearchSystem(database, opensearch);
    system.closers.push(
      () => database.stop(),
      () => opensearch.stop(),
    );
    if (signals.length > 0) await importSignals(system.catalog, [company], signals);
    await system.startIndexer();
    await system.startSearch();
    return system;
  }

  get catalog(): string {
    return this.database.connectionString('catalog');
  }

  get indexVariables(): Record<string, string> {
    return { OPENSEARCH_URL: this.opensearch.url, OPENSEARCH_INDEX_PREFIX: this.prefix };
  }

  /** Embeds nothing: only the index of signals matters. */
  async startIndexer(): Promise<void> {
    const indexer = await startServiceProcess('indexer', {
      RPC_ADDRESS: freeAddress(),
      DATABASE_URL: this.database.connectionString('indexer'),
      EVENT_LOG_URL: this.database.connectionString('events'),
      EMBEDDING_ADDRESS: freeAddress(),
      VECTORS_ADDRESS: freeAddress(),
      ...testCallerVariables,
      ...this.indexVariables,
    });
    this.indexer = indexer;
    this.closers.push(() => indexer.kill());
  }

  /** Imports, and returns when every search process has it. */
  put(...signals: PlainSignal[]): Promise<void> {
    return importSignals(this.catalog, [company], signals);
  }

  /** Like the operator's command: returns once no search process shows them any longer. */
  async withdraw(...ids: string[]): Promise<void> {
    const pool = new Pool({ connectionString: this.catalog, max: 1 });
    await withdrawSignals(pool, ids).finally(() => pool.end());
    await untilSeen(this.catalog);
  }

  async idsOf(q: string): Promise<string[]> {
    const request = search.SearchRequest.fromPartial({ filters: { q }, limit: 50 });
    const { itemsJson } = await this.client.search(request, { requestId: 'test-request' });
    return (JSON.parse(itemsJson.toString()) as { id: string }[]).map(({ id }) => id);
  }

  async count(q: string): Promise<number> {
    const request = search.CountRequest.fromPartial({ filters: { q } });
    return Number((await this.client.count(request, { requestId: 'test-request' })).total);
  }

  async stop(): Promise<void> {
    for (const close of this.closers.splice(0).reverse()) await close();
  }

  private async startSearch(): Promise<void> {
    const address = freeAddress();
    this.service = createSearchService(
      loadConfig({
        RPC_ADDRESS: address,
        DATABASE_URL: this.database.connectionString('reader'),
        SEARCH_ENGINE: 'opensearch',
        ...this.indexVariables,
        ...testCallerVariables,
      }),
      {
        logger: createLogger({ service: 'search', level: 'silent' }),
        now: () => new Date(Date.now() - this.behindMs),
      },
    );
    await this.service.start();
    const client = createRpcClient(search.SearchServiceService, {
      address,
      caller: 'gateway',
      credentials: testCredentials,
      defaultTimeoutMs: 5_000,
    });
    this.client = client;
    this.closers.push(
      () => client.close(),
      () => this.service.destroy(),
    );
  }
}

/** Published on a given day. */
export const signal = (id: number, title: string, publishedAt = '2026-11-01T00:00:00Z'): PlainSignal => ({
  id: String(id),
  title,
  publishedAt,
  category: 'news',
  companySlug: company.slug,
  activityDate: '2026-11-01',
});
