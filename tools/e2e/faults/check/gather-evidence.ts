import { accountsOf, type Customers } from '../bed/customers';
import type { Receivers } from '../bed/receivers';
import type { Subscriber } from '../bed/subscriber';
import type { TestBed } from '../bed/test-bed';
import type { Deliveries } from '../inject/deliveries';
import type { Credential } from '../load/good-client';
import type { Journal } from '../load/journal';
import type { Operator } from '../load/operator';
import type { Publisher } from '../load/publisher';
import type { Evidence, Reconciliation } from './evidence';
import { readDatabase } from './read-database';
import { readReceipts } from './read-receipts';
import { badMessage, readTopic } from './read-topic';

interface Witnesses {
  bed: TestBed;
  customers: Customers;
  journal: Journal;
  operator: Operator;
  deliveries: Deliveries;
  subscriber: Subscriber;
  receivers: Receivers;
  publisher: Publisher;
}

/** Time for outbox and consumers to catch up. */
const CATCH_UP_SECONDS = 180;

/**
 * Waits until all events have arrived and collects what every part recorded. Nothing else may use the system meanwhile.
 *
 * @returns also how long catching up took.
 */
export async function gatherEvidence(
  witnesses: Witnesses,
): Promise<{ evidence: Evidence; catchUpMs: number }> {
  const { bed, journal, operator, deliveries, subscriber, receivers, publisher } = witnesses;
  const { capped } = witnesses.customers;
  const accounts = [...accountsOf(witnesses.customers), subscriber];
  const beganAtMs = performance.now();
  // Reconciles the current month, but waits for events of all months.
  await reconcile(bed);
  const catchUpMs = performance.now() - beganAtMs;
  const { months, deliveries: sent, ...state } = await bed.database.use(readDatabase);
  const reconciliations: Reconciliation[] = [];
  for (const month of months) reconciliations.push(await reconcile(bed, month));
  const usage = await Promise.all(accounts.map((credential) => usageOf(bed, credential, months)));
  const receipts = await readReceipts(bed.url, accounts, months);
  const topic = await bed.openUsageTopic();
  try {
    const evidence: Evidence = {
      requests: journal.requests,
      topUps: operator.topUps,
      caps: [capped],
      ...state,
      ...receipts,
      ...(await readTopic(topic)),
      poison: deliveries.poison.map(badMessage),
      reconciliations,
      usage,
      webhooks: {
        accountId: subscriber.accountId,
        savedSearches: subscriber.savedSearches,
        published: publisher.published,
        received: receivers.received,
        refused: receivers.refused,
        deliveries: sent,
      },
    };
    return { evidence, catchUpMs };
  } finally {
    await topic.close();
  }
}

/** @throws when the command fails for any reason other than differences. */
async function reconcile(bed: TestBed, month?: string): Promise<Reconciliation> {
  const result = await bed.system.admin(
    ...['reconcile', '--wait', String(CATCH_UP_SECONDS), '--json'],
    ...(month === undefined ? [] : ['--month', month]),
  );
  try {
    return JSON.parse(result.stdout) as Reconciliation;
  } catch {
    throw new Error(`reconcile exited ${result.status}: ${result.stderr}`);
  }
}

interface Usage {
  requests: number;
  records: number;
}

/** The usage of all months, as customers see it. */
async function usageOf(
  bed: TestBed,
  { accountId, apiKey }: Credential,
  months: readonly string[],
): Promise<Usage & { accountId: string }> {
  const total = { accountId, requests: 0, records: 0 };
  for (const month of months) {
    const { requests, records } = await usageOfMonth(bed, { accountId, apiKey }, month);
    total.requests += requests;
    total.records += records;
  }
  return total;
}

async function usageOfMonth(
  bed: TestBed,
  { accountId, apiKey }: Pick<Credential, 'accountId' | 'apiKey'>,
  month: string,
): Promise<Usage> {
  const response = await fetch(`${bed.url}/api/v1/usage?month=${month}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const text = await response.text();
  // The account may have just been flooded: falls back to the operator's command.
  if (response.status === 429) return bed.system.adminJson('usage', '--account', accountId, '--month', month);
  if (response.status !== 200) throw new Error(`usage answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: Usage }).data;
}
