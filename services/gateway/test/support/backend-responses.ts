import { cli, type company, metering, type search } from '@heliograph/proto';

/** Tokens as identity issues them. */
export function issued(fields: Partial<cli.TokenResponse> = {}): cli.TokenResponse {
  return cli.TokenResponse.fromPartial({
    outcome: cli.TokenResponse_Outcome.ISSUED,
    accessToken: 'hg_cli_access',
    expiresInSeconds: 900,
    refreshToken: 'hg_ref_refresh',
    ...fields,
  });
}

export function dailyUsage(fields: Partial<metering.DailyUsage>): metering.DailyUsage {
  return metering.DailyUsage.fromPartial({
    credentialId: 'credential-1',
    channel: 'api',
    operation: 'searchSignals',
    ...fields,
  });
}

function signalOf(id: number) {
  return {
    id: String(id),
    title: `Signal ${id} – “ünïcode” 東京`,
    activityDate: '2026-11-18',
    publishedAt: '2026-11-18T09:30:00.000Z',
    category: 'funding',
    industries: ['Robotics'],
    company: { slug: 'acme-robotics', name: 'Acme Robotics' },
  };
}

/** As many items as requested, with more to follow. */
export function itemsOf({ limit }: search.SearchRequest): search.SearchResponse {
  const items = Array.from({ length: limit }, (_, index) => signalOf(1_000 - index));
  return {
    itemsJson: Buffer.from(JSON.stringify(items)),
    itemCount: limit,
    next: { activityDate: '2026-11-18', id: items.at(-1)?.id ?? '1000' },
  };
}

/** When the first page of a semantic search was fetched. */
export const SEMANTIC_AS_OF_MS = Date.parse('2026-11-20T08:15:30.250Z');

/** As many items as requested, with more to follow: the first page, or the one after another page's last item. */
export function nearestOf({
  limit,
  after,
  cutoff,
  collection,
}: search.SemanticSearchRequest): search.SemanticSearchResponse {
  const first = after ? Number(after.id) - 1 : 1_000;
  const similarityOf = (id: number) => 900_000 - (1_000 - id);
  const items = Array.from({ length: limit }, (_, index) => ({
    ...signalOf(first - index),
    similarity: similarityOf(first - index) / 1e6,
  }));
  const last = first - limit + 1;
  return {
    itemsJson: Buffer.from(JSON.stringify(items)),
    itemCount: limit,
    next: { similarityMillionths: similarityOf(last), id: String(last) },
    cutoff: cutoff ?? { asOf: new Date(SEMANTIC_AS_OF_MS), ordinalBelow: 4_711 },
    collection: collection || 'signals-test-1',
    model: 'test-model',
    candidateLimit: 1_000,
    poolSize: 1_000,
    matched: 640,
  };
}

/** A small list of each kind. */
export function filterOptions(): company.FilterOptions {
  const option = (id: string) => ({ id, label: id.toUpperCase() });
  return {
    version: '1',
    categories: [option('funding'), option('hiring')],
    industries: [option('Robotics')],
    hiringTypes: [option('new-role')],
    hiringFunctions: [option('engineering')],
    hiringSeniorities: [option('senior')],
    hiringEmploymentTypes: [option('permanent')],
    hiringWorkArrangements: [option('remote')],
    fundingStages: [option('series-a')],
    sizes: [option('101-500')],
    countries: [option('United States')],
  };
}

/** A changes response: published signals with these ids, followed by withdrawn ones. */
export function changesOf(ids: readonly string[], withdrawn: readonly string[] = []): search.ChangesResponse {
  const at = '2026-11-20T08:15:30.250Z';
  const items = [
    ...ids.map((id) => ({ change: 'published', at, signal: { id, title: `Signal ${id}` } })),
    ...withdrawn.map((id) => ({ change: 'withdrawn', at, signal: { id } })),
  ];
  return {
    itemsJson: Buffer.from(JSON.stringify(items)),
    itemCount: items.length,
    next: { version: 7n, id: '12' },
    caughtUp: true,
    signalIds: [...ids],
  };
}
