import { embedding, search } from '@heliograph/proto';
import {
  createLogger,
  createRpcClient,
  retryUnavailable,
  type RpcClient,
  type RpcServer,
  type RpcService,
} from '@heliograph/runtime';
import {
  freeAddress,
  fakeService,
  fakeServer,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
  type TestDatabase,
} from '@heliograph/testing';
import { loadConfig } from '../../src/config';
import type { Overrides } from '../../src/context';
import { createSearchService } from '../../src/service';
import type { PlainCompany, PlainSignal } from './brute-force';
import { embedSignals, importSignals, reportCollection } from './corpus';
import { ExactVectorIndex } from './exact-vector-index';
import { FakeEmbeddings } from './fake-embeddings';

export const COLLECTION = 'signals-test-1';

const company: PlainCompany = { slug: 'acme', name: 'Acme' };

interface Item {
  id: string;
  title: string;
  similarity: number;
}

/** The search service with its own database, an embedding service over gRPC, and a vector index in memory. */
export class SemanticSystem {
  readonly embeddings = new FakeEmbeddings();
  readonly index = new ExactVectorIndex();
  /** Log output at every level. */
  readonly log: string[] = [];
  now = new Date('2126-11-21T12:00:00.000Z');
  service!: RpcService;
  client!: RpcClient<typeof search.SearchServiceService>;
  private database!: TestDatabase;
  private embeddingServer: RpcServer | undefined;
  private readonly embeddingAddress = freeAddress();
  private readonly call = { requestId: 'request-1' };

  static async start(
    environment: NodeJS.ProcessEnv = {},
    overrides: Overrides = {},
  ): Promise<SemanticSystem> {
    const system = new SemanticSystem();
    system.database = await startTestDatabase();
    await system.startEmbedding();
    const address = freeAddress();
    const logger = createLogger(
      { service: 'search', level: 'trace' },
      { write: (line) => void system.log.push(line) },
    );
    const variables = {
      RPC_ADDRESS: address,
      DATABASE_URL: system.database.connectionString('reader'),
      ...testCallerVariables,
      EMBEDDING_ADDRESS: system.embeddingAddress,
      // So rare that it knows only what searches themselves ask for.
      COLLECTIONS_INTERVAL_MS: '600000',
      ...environment,
    };
    system.service = createSearchService(loadConfig(variables), {
      logger,
      now: () => system.now,
      vectorIndex: system.index,
      ...overrides,
    });
    await system.service.start();
    system.client = createRpcClient(search.SearchServiceService, {
      address,
      caller: 'gateway',
      credentials: testCredentials,
      defaultTimeoutMs: 5_000,
    });
    return system;
  }

  async stop(): Promise<void> {
    await this.client.close();
    await this.service.destroy();
    await this.stopEmbedding();
    await this.database.stop();
  }

  /** The connection string of the catalog's owner. */
  get catalog(): string {
    return this.database.connectionString('catalog');
  }

  async startEmbedding(): Promise<void> {
    const server = fakeServer('embedding', this.embeddingAddress);
    fakeService(server, embedding.EmbeddingServiceService, 'search', {
      embed: (request, { requestId, remainingMs }) =>
        this.embeddings.embed(request, { requestId, timeoutMs: remainingMs() }),
      getModel: () => this.embeddings.getModel(),
    });
    await server.start();
    this.embeddingServer = server;
  }

  async stopEmbedding(): Promise<void> {
    await this.embeddingServer?.close(0);
    this.embeddingServer = undefined;
  }

  /** Imports signals with these titles by id, published long ago by default. */
  async importTitles(titles: Record<string, string>, publishedAt = '2026-11-01T00:00:00Z'): Promise<void> {
    const signals = Object.entries(titles).map(([id, title]): PlainSignal => ({
      id,
      title,
      category: 'news',
      companySlug: company.slug,
      activityDate: '2126-11-01',
      publishedAt,
    }));
    await importSignals(this.catalog, [company], signals);
  }

  async embed(...ids: string[]): Promise<void> {
    await embedSignals(this.catalog, this.index, COLLECTION, ids);
  }

  /** The indexer's report about the collection. */
  report(state: { signals: number; embedded: number; complete: boolean }, name = COLLECTION): Promise<void> {
    return reportCollection(this.catalog, name, state);
  }

  async prepare(titles: Record<string, string>): Promise<void> {
    await this.importTitles(titles);
    await this.embed(...Object.keys(titles));
    await this.report({ signals: 1, embedded: 1, complete: true });
  }

  search(request: Partial<search.SemanticSearchRequest>, attemptMs = 5_000) {
    const whole = search.SemanticSearchRequest.fromPartial({ text: 'robots', limit: 50, ...request });
    return this.retried(
      (timeoutMs) => this.client.semanticSearch(whole, { ...this.call, timeoutMs }),
      attemptMs,
    );
  }

  /** Keyword search for a word. */
  searchKeyword(q: string) {
    const request = search.SearchRequest.fromPartial({ filters: { q }, limit: 5 });
    return this.retried((timeoutMs) => this.client.search(request, { ...this.call, timeoutMs }));
  }

  /** The next page, with the first one's other parameters. */
  searchAfter(page: search.SemanticSearchResponse, request: Partial<search.SemanticSearchRequest> = {}) {
    return this.search({ ...request, after: page.next, cutoff: page.cutoff, collection: page.collection });
  }

  /** Like the gateway: on a busy machine, the service may briefly be unconfirmed as a reader, or miss a deadline. */
  private retried<Result>(
    attempt: (timeoutMs: number) => Promise<Result>,
    attemptMs = 5_000,
  ): Promise<Result> {
    return retryUnavailable(attempt, { totalMs: 30_000, attemptMs });
  }

  async metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.service.metricsPort}/metrics`)).text();
  }
}

export const itemsOf = ({ itemsJson }: search.SemanticSearchResponse) =>
  JSON.parse(itemsJson.toString()) as Item[];

export const idsOf = (page: search.SemanticSearchResponse) => itemsOf(page).map(({ id }) => id);
