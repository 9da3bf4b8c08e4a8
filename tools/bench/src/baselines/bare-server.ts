import { CatalogFeed } from '@heliograph/catalog';
import {
  Corpus,
  countMatches,
  dayOfTime,
  findPage,
  NO_IDS,
  readQuery,
  SegmentBuilder,
  type SignalFilters,
  type Slices,
} from '@heliograph/read-model';
import { itemsJson } from '@heliograph/search/dist/engine/items-json';
import {
  cursorsOf,
  FilterOptionsCache,
  readQuery as readParameters,
  readSearchQuery,
  runSearch,
  SEARCH_PARAMETER_NAMES,
  type SearchClient,
} from '@heliograph/signal-search';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

/**
 * The API's baseline: one Node.js process that parses the same parameters and answers from the same read model, without
 * identity, limits, charges, or a hop between processes.
 */
const [, , connectionString, earliestActivityDate] = process.argv;
const cursors = cursorsOf(
  { current: randomBytes(32).toString('hex') },
  { channel: 'api', accountId: 'bare' },
);
const corpus = new Corpus();

async function loadCorpus(): Promise<void> {
  const feed = await CatalogFeed.open({ connectionString: connectionString! });
  const builder = new SegmentBuilder();
  const state = await feed.load((rows) => rows.forEach((row) => builder.add(row)));
  await feed.close();
  corpus.apply({ ...state, segment: builder.finish(), withdrawn: NO_IDS }, Date.now());
}

function resultOf<Result>(slices: Slices<Result>): Result {
  for (;;) {
    const step = slices.next();
    if (step.done) return step.value;
  }
}

const read = (filters: SignalFilters = {}) => readQuery(filters, dayOfTime(Date.now()));

/** The search service's API, in this process. */
const search: Pick<SearchClient, 'search' | 'count'> = {
  search({ filters, after, page, limit, fields }) {
    const request = { after, page, limit };
    const { found, next } = resultOf(findPage(read(filters), request, corpus.at(Date.now())));
    const answer = { itemsJson: itemsJson(found, fields), itemCount: found.length, next: next ?? undefined };
    return Promise.resolve(answer);
  },
  count({ filters }) {
    const total = resultOf(countMatches(read(filters), corpus.at(Date.now())));
    return Promise.resolve({ total: BigInt(total), facets: [] });
  },
};
const environment = {
  search: search as SearchClient,
  // Only facets need labels, and nothing here requests facets.
  filterOptions: new FilterOptionsCache({ getFilterOptions: () => Promise.reject(new Error('no facets')) }),
  clock: Date.now,
  timeoutMs: 60_000,
};
const caller = { readCall: () => ({ requestId: '' }), isAbandoned: false };

async function answer(parameters: string): Promise<Buffer> {
  const query = readParameters(parameters, SEARCH_PARAMETER_NAMES);
  const context = { cursors, earliestActivityDate: earliestActivityDate!, nowMs: Date.now() };
  const asked = readSearchQuery(query, context);
  if (query.issues.length > 0) throw new Error(JSON.stringify(query.issues));
  return (await runSearch(environment, caller, asked)).body;
}

const server = createServer((request, response) => {
  answer(request.url!.split('?')[1] ?? '').then(
    (body) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      response.end(body);
    },
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      response.writeHead(500).end();
    },
  );
});

void loadCorpus().then(() =>
  server.listen(0, '127.0.0.1', () => process.send!({ port: (server.address() as { port: number }).port })),
);
process.on('disconnect', () => process.exit(0));
