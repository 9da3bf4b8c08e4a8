import { writeCorpus, type SignalRecord } from '@heliograph/catalog';
import { ledger, notifier, search } from '@heliograph/proto';
import { createRpcClient, uuidv7 } from '@heliograph/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { percentiles, round } from '../percentiles';
import type { Report } from '../report';
import { BenchedSystem } from '../system';
import { WebhookReceivers } from '../webhook-receivers';

export interface WebhooksBenchOptions {
  /** Saved searches with webhooks, each with a receiver on its own host; one in ten never answers. */
  searches: number;
  accounts: number;
  /** Signals per second. */
  rate: number;
  seconds: number;
}

/** Number of different words in titles: a signal matches one of this many saved searches. */
const TOPICS = 50;
const HANGING_ONE_IN = 10;
const WRITES_PER_SECOND = 4;
const RECORDS_OF_ACCOUNT = 1_000_000n;
const MICROS_OF_RECORD = 5_000n;
/** How long to wait after the last signal for deliveries in flight. */
const TIMEOUT_MS = 60_000;
const POLL_MS = 100;
const call = { requestId: 'bench' };

interface Saved {
  path: string;
  topic: number;
}

/** Milliseconds from a signal's commit to its arrival at receivers that answer, and whether each is charged once. */
export async function benchWebhooks(report: Report, options: WebhooksBenchOptions): Promise<void> {
  const hosts = Array.from({ length: options.searches }, (_, index) => WebhookReceivers.hostOf(index));
  const receivers = new WebhookReceivers();
  await receivers.start();
  const system = await BenchedSystem.start(['--empty'], {
    EMBEDDING_PROVIDER: 'none',
    WEBHOOK_ALLOWED_HOSTS: hosts.join(','),
  });
  try {
    const saved = await saveSearches(system, receivers, options);
    const committedAt = await publish(system, options);
    const expected = saved.flatMap(({ path, topic }) =>
      [...committedAt].filter(([id]) => Number(id) % TOPICS === topic).map(([id, at]) => ({ path, id, at })),
    );
    const missing = () => expected.filter(({ path, id }) => !receivers.arrivals.has(`${path} ${id}`)).length;
    const end = Date.now() + TIMEOUT_MS;
    while (missing() > 0 && Date.now() < end) await delay(POLL_MS);
    const delays = expected.flatMap(
      ({ path, id, at }) => (receivers.arrivals.get(`${path} ${id}`) ?? NaN) - at || [],
    );
    report.add({
      bench: 'webhooks',
      ...options,
      expected: expected.length,
      missing: missing(),
      perSecond: arrivalsPerSecond(receivers, committedAt),
      repeated: receivers.repeated,
      chargedTwice: await chargedTwice(system),
      ...percentiles(delays),
      longest: round(Math.max(...delays)),
    });
  } finally {
    await system.destroy();
    await receivers.stop();
  }
}

/** If this is below the rate sent, latencies are mostly those of a backlog. */
function arrivalsPerSecond({ arrivals }: WebhookReceivers, committedAt: ReadonlyMap<string, number>): number {
  const ms = Math.max(...arrivals.values()) - Math.min(...committedAt.values());
  return round((1_000 * arrivals.size) / ms);
}

/** @returns the searches whose receiver answers. */
async function saveSearches(
  system: BenchedSystem,
  receivers: WebhookReceivers,
  { searches, accounts }: WebhooksBenchOptions,
): Promise<Saved[]> {
  const { addresses } = await system.readSystemFile();
  const connection = { defaultTimeoutMs: 20_000 };
  const savedSearches = createRpcClient(notifier.NotifierServiceService, {
    ...connection,
    address: addresses.notifier!,
    caller: 'gateway',
    credentials: await system.credentialsOf('gateway'),
  });
  const funds = createRpcClient(ledger.LedgerServiceService, {
    ...connection,
    address: addresses.ledger!,
    caller: 'admin',
    credentials: await system.credentialsOf('admin'),
  });
  const accountIds = Array.from({ length: accounts }, () => uuidv7());
  for (const accountId of accountIds) {
    const micros = RECORDS_OF_ACCOUNT * MICROS_OF_RECORD;
    await funds.credit({ accountId, micros, reference: accountId, reason: 'bench' }, call);
  }
  const answering: Saved[] = [];
  for (let index = 0; index < searches; index++) {
    // Spread across accounts: first each account's first search, then each account's second.
    const hangs = Math.floor(index / accounts) % HANGING_ONE_IN === 0;
    const [path, topic] = [`/${hangs ? 'hanging' : 'answering'}/${index}`, index % TOPICS];
    const q = topicWord(topic);
    await savedSearches.createSavedSearch(
      {
        accountId: accountIds[index % accounts]!,
        name: path,
        query: { q },
        filters: search.Filters.fromPartial({ q }),
        webhookUrl: receivers.urlOf(index, path),
        maxRecordsPerDay: undefined,
        idempotencyKey: undefined,
        credentialId: undefined,
      },
      call,
    );
    if (!hangs) answering.push({ path, topic });
  }
  await Promise.all([savedSearches.close(), funds.close()]);
  return answering;
}

/** Writes signals as an import does, a few at a time. @returns when each was committed, in epoch milliseconds. */
async function publish(
  system: BenchedSystem,
  { rate, seconds }: WebhooksBenchOptions,
): Promise<Map<string, number>> {
  const catalog = await system.databaseUrl();
  await writeCorpus(catalog, [{ slug: 'acme', name: 'Acme' }], []);
  const committedAt = new Map<string, number>();
  const startedAt = Date.now();
  const day = new Date(startedAt).toISOString().slice(0, 10);
  for (let written = 0, turn = 1; written < rate * seconds; turn++) {
    const ids = Array.from({ length: Math.ceil(rate / WRITES_PER_SECOND) }, () => String(++written));
    const records = ids.map((id): SignalRecord => ({
      id,
      title: `Acme tells of ${topicWord(Number(id) % TOPICS)} ${id}`,
      category: 'funding',
      companySlug: 'acme',
      activityDate: day,
      publishedAt: `${day}T00:00:00Z`,
    }));
    await writeCorpus(catalog, [], records);
    for (const id of ids) committedAt.set(id, Date.now());
    await delay(Math.max(0, startedAt + (turn * 1_000) / WRITES_PER_SECOND - Date.now()));
  }
  return committedAt;
}

/** Accounts whose charges differ from the signals they received. */
async function chargedTwice(system: BenchedSystem): Promise<number> {
  const client = new pg.Client(await system.databaseUrl());
  await client.connect();
  try {
    const { rows } = await client.query<{ accounts: number }>(
      `SELECT count(*)::integer AS accounts
       FROM (SELECT account_id, sum(records) AS charged FROM ledger.entry WHERE kind = 'charge' GROUP BY account_id) AS entry
       JOIN (SELECT account_id, count(*) AS received FROM ledger.received_signal GROUP BY account_id) AS received USING (account_id)
       WHERE charged <> received`,
    );
    return rows[0]!.accounts;
  } finally {
    await client.end();
  }
}

/** A word found only in this topic's titles. */
const topicWord = (topic: number) =>
  `topic${String.fromCharCode(97 + Math.floor(topic / 26), 97 + (topic % 26))}`;
