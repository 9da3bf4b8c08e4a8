import { waitFor } from '@heliograph/testing';
import type { Client } from 'pg';
import { makeCustomers, type Customers } from './bed/customers';
import { Receivers } from './bed/receivers';
import { makeSubscriber, type Subscriber } from './bed/subscriber';
import { TestBed } from './bed/test-bed';
import { findViolations } from './check/find-violations';
import { gatherEvidence } from './check/gather-evidence';
import { Deliveries } from './inject/deliveries';
import { Director, type DoneFault } from './inject/director';
import { Recovery } from './inject/recovery';
import { Journal, type Violation } from './load/journal';
import { Load } from './load/load';
import { Operator } from './load/operator';
import { Publisher } from './load/publisher';
import type { Part } from './plan/fault-kinds';
import type { RunForm } from './plan/forms';
import type { Random } from './plan/random';
import type { PlannedFault } from './plan/schedule';
import { circumstances } from './report/circumstances';
import { makeReport, type FaultsReport } from './report/report';
import type { History } from './report/write-report';

interface RunOptions extends RunForm {
  seed: number;
  random: Random;
  clients: number;
  without: readonly Part[];
  /** Reports each step, each finished fault, and once a second the current state. */
  say: (step: string) => void;
  onFault: (fault: DoneFault) => void;
  onProgress: (progress: Progress) => void;
  /** Aborted to heal, check, and report early. */
  stopping: AbortSignal;
}

export interface Progress {
  seconds: number;
  faults: number;
  planned: number;
  activeFaults: number;
  requests: number;
  answered: number;
  violations: number;
}

interface RunResult {
  report: FaultsReport;
  history: History;
  /** The installation's directory, including its logs. */
  directory: string;
  remove: () => Promise<void>;
}

const PROGRESS_MS = 1_000;
/** Number of responses required after recovery: proof that the system serves again. */
const ANSWERS_AT_THE_END = 50;
const READY_MS = 90_000;
/** Time for outstanding deliveries. */
const DELIVERED_MS = 180_000;

/** Runs a system under load and faults, heals it, and compares what clients saw with ledger, events, and metering. */
export async function runFaults(options: RunOptions): Promise<RunResult> {
  const { say, random } = options;
  const receivers = await Receivers.start(random.fork('receivers'));
  const webhooks = {
    WEBHOOK_ALLOWED_HOSTS: receivers.address,
    WEBHOOK_TIMEOUT_MS: '1000',
    WEBHOOK_LEASE_SECONDS: '5',
  };
  const environment = { ...options.environment, ...webhooks };
  const bed = await TestBed.start({ ...options, environment });
  try {
    say('Making accounts and keys');
    const customers = await makeCustomers(bed.system, options.monthlyCap);
    const subscriber = await makeSubscriber(bed.system, receivers);
    const outcome = await run(options, { bed, customers, subscriber, receivers });
    return { ...outcome, directory: bed.directory, remove: () => bed.remove() };
  } catch (error) {
    throw new Error(`the run broke off; its logs are in ${bed.directory}`, { cause: error });
  } finally {
    say('Stopping');
    await bed.stop();
    await receivers.stop();
  }
}

interface Scene {
  bed: TestBed;
  customers: Customers;
  subscriber: Subscriber;
  receivers: Receivers;
}

async function run(
  options: RunOptions,
  { bed, customers, subscriber, receivers }: Scene,
): Promise<Pick<RunResult, 'report' | 'history'>> {
  const { random, plan, clients, stopping, say, onFault } = options;
  const journal = new Journal();
  const deliveries = new Deliveries();
  const recovery = new Recovery();
  journal.onAnswer((sentAtMs, operation) => recovery.answered(sentAtMs, operation));
  const load = new Load({ url: bed.url, clients, customers, journal, random });
  const operator = new Operator({
    bed,
    poor: customers.poor,
    random: random.fork('operator'),
    everyMs: options.topUpEveryMs,
  });
  const publisher = new Publisher({ bed, everyMs: options.publishEveryMs });
  const director = new Director({
    plan,
    random,
    injection: { bed, customers, journal, deliveries, stopping },
    recovery,
    onDone: onFault,
  });
  const under = circumstances();
  const beganAtMs = performance.now();
  const ticker = setInterval(
    () => options.onProgress(progressOf({ beganAtMs, plan, director, journal })),
    PROGRESS_MS,
  );
  try {
    say('Faults under load');
    load.start();
    operator.start();
    publisher.start();
    await director.run();
    say('Waiting for the system to serve again');
    await untilServing(bed, journal);
    await Promise.all([load.stop(), operator.stop(), publisher.stop()]);
    say('Delivering webhooks');
    receivers.heal();
    await untilDelivered(bed, subscriber, publisher, receivers);
  } finally {
    clearInterval(ticker);
  }
  const seconds = (performance.now() - beganAtMs) / 1_000;
  say('Reconciling');
  const { evidence, catchUpMs } = await gatherEvidence({
    bed,
    customers,
    journal,
    operator,
    deliveries,
    subscriber,
    receivers,
    publisher,
  });
  const violations: Violation[] = [
    ...director.done.flatMap(({ number, kind, failure }) =>
      failure === undefined
        ? []
        : [{ check: 'fault', detail: `${kind}: ${failure}`, ids: [`fault ${number}`] }],
    ),
    ...journal.violations,
    ...findViolations(evidence),
  ];
  const { done } = director;
  const { seed, without } = options;
  const report = makeReport({
    ...under,
    seed,
    without,
    clients,
    seconds,
    catchUpMs,
    done,
    recovery,
    journal,
    deliveries,
    evidence,
    violations,
  });
  return { report, history: { ...evidence, beganAtMs } };
}

async function untilServing(bed: TestBed, journal: Journal): Promise<void> {
  await waitFor(() => bed.system.isReady(), {
    timeoutMs: READY_MS,
    description: 'the system to be ready after all faults were healed',
  });
  let responses = 0;
  journal.onAnswer(() => (responses += 1));
  await waitFor(() => responses >= ANSWERS_AT_THE_END, {
    timeoutMs: READY_MS,
    description: () => `${ANSWERS_AT_THE_END} answers after all faults were healed; there were ${responses}`,
  });
}

/** Waits until nothing is left to deliver, or time is up; what is missing then is a violation. */
async function untilDelivered(
  bed: TestBed,
  { savedSearches }: Subscriber,
  { published }: Publisher,
  { received }: Receivers,
): Promise<void> {
  const wanted = savedSearches.flatMap(({ id, word }) =>
    published.filter(({ title }) => title.split(' ').includes(word)).map((line) => `${id} ${line.id}`),
  );
  const isDelivered = async () => {
    const got = new Set(
      received
        .filter(({ isTaken }) => isTaken)
        .flatMap(({ savedSearchId, signalIds }) => signalIds.map((id) => `${savedSearchId} ${id}`)),
    );
    if (wanted.every((signal) => got.has(signal))) return true;
    await bed.database.use(skipPauses);
    return false;
  };
  await waitFor(isDelivered, {
    timeoutMs: DELIVERED_MS,
    pollMs: PROGRESS_MS,
    description: 'all webhooks to be delivered',
  }).catch(() => undefined);
}

/** Ends retry pauses, which grow to hours after failures. */
async function skipPauses(client: Client): Promise<void> {
  await client.query('UPDATE notifier.delivery SET next_attempt_at = now() WHERE next_attempt_at > now()');
  await client.query('UPDATE notifier.webhook_queue SET next_at = now() WHERE next_at > now()');
}

function progressOf(state: {
  beganAtMs: number;
  plan: readonly PlannedFault[];
  director: Director;
  journal: Journal;
}): Progress {
  const { beganAtMs, plan, director, journal } = state;
  return {
    seconds: Math.round((performance.now() - beganAtMs) / 1_000),
    faults: director.done.length,
    planned: plan.length,
    activeFaults: director.activeFaults,
    requests: journal.requests.length,
    answered: journal.answers,
    violations: journal.violations.length,
  };
}
