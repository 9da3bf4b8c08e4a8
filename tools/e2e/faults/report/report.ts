import { percentile } from '@heliograph/testing';
import type { Evidence } from '../check/evidence';
import type { Deliveries } from '../inject/deliveries';
import type { DoneFault } from '../inject/director';
import type { Recovery } from '../inject/recovery';
import type { Journal, Violation } from '../load/journal';
import type { FaultName, Part } from '../plan/fault-kinds';
import type { Circumstances } from './circumstances';

interface FaultFigures {
  kind: FaultName;
  count: number;
  /** Seconds after the load began. */
  atSeconds: number[];
  /** From the fault to the first 200 to a request sent after it. */
  recoverySeconds?: { median: number; maximum: number };
}

/** A run's result, as `--json` prints it. */
export interface FaultsReport extends Circumstances {
  seed: number;
  eventLog: 'kafka' | 'postgresql';
  limits: 'redis' | 'in process';
  database: 'embedded' | 'patroni';
  clients: number;
  seconds: number;
  faults: FaultFigures[];
  /** Number of violations where something promised is missing, and where something was done without a request. */
  lost: number;
  doubled: number;
  requests: {
    /** Logical requests. */
    logical: number;
    attempts: number;
    retries: Record<string, number>;
    answered: number;
    refused: number;
    /** Abandoned at the end because of limits. */
    limited: number;
    /** Requests sent twice at once, requests repeated later, and keys reused for another query. */
    twins: number;
    replays: number;
    conflicts: number;
    /** From the first attempt to the definitive response. */
    answerSeconds: { median: number; p99: number; maximum: number };
  };
  charges: { count: number; records: number };
  topUps: number;
  webhooks: { signals: number; deliveries: number; attempts: number; records: number };
  events: {
    distinct: number;
    /** Published more than once by the system itself, which is allowed. */
    copies: number;
    /** Republished by the run. */
    redelivered: number;
    poison: number;
    deadLetters: number;
  };
  metering: { requests: number; records: number };
  /** From the last request until outbox and consumer had caught up. */
  catchUpSeconds: number;
  /** Each injected fault. */
  done: DoneFault[];
  violations: Violation[];
}

interface ReportSources extends Circumstances {
  seed: number;
  without: readonly Part[];
  clients: number;
  seconds: number;
  catchUpMs: number;
  done: readonly DoneFault[];
  recovery: Recovery;
  journal: Journal;
  deliveries: Deliveries;
  evidence: Evidence;
  violations: Violation[];
}

const LOSSES: ReadonlySet<string> = new Set([
  'no definite answer',
  'answered without a charge',
  'charge without an event',
  'receipt of an answer',
  'outbox',
  'lost webhook',
]);
const DOUBLES: ReadonlySet<string> = new Set([
  'charged more than once',
  'charge without a request',
  'charged although refused',
  'charged although limited',
  'event without a charge',
  'doubled webhook',
  'charge of a webhook',
]);

export function makeReport(sources: ReportSources): FaultsReport {
  const { journal, deliveries, evidence, done, without } = sources;
  const { charges, events, meteringTotals } = evidence;
  const waits = journal.requests
    .flatMap(({ startedAtMs, endedAtMs }) => (endedAtMs === undefined ? [] : [endedAtMs - startedAtMs]))
    .sort((left, right) => left - right);
  const distinct = new Set(events.map(({ id }) => id)).size;
  const { startedAt, commit, machine, violations } = sources;
  return {
    startedAt,
    commit,
    machine,
    seed: sources.seed,
    eventLog: without.includes('kafka') ? 'postgresql' : 'kafka',
    limits: without.includes('redis') ? 'in process' : 'redis',
    database: without.includes('patroni') ? 'embedded' : 'patroni',
    clients: sources.clients,
    seconds: Math.round(sources.seconds),
    faults: figuresOf(done, sources.recovery),
    lost: violations.filter(({ check }) => LOSSES.has(check)).length,
    doubled: violations.filter(({ check }) => DOUBLES.has(check)).length,
    requests: {
      logical: journal.requests.length,
      attempts: journal.attempts,
      retries: Object.fromEntries(journal.retries),
      answered: journal.count('answered'),
      refused: journal.count('refused'),
      limited: journal.count('limited'),
      twins: journal.twins,
      replays: journal.replays,
      conflicts: journal.conflicts,
      answerSeconds: {
        median: seconds(percentile(waits, 0.5)),
        p99: seconds(percentile(waits, 0.99)),
        maximum: seconds(percentile(waits, 1)),
      },
    },
    charges: { count: charges.length, records: sumOf(charges, 'records') },
    topUps: evidence.topUps.length,
    webhooks: {
      signals: evidence.webhooks.published.length,
      deliveries: evidence.webhooks.deliveries.length,
      attempts: evidence.webhooks.received.length,
      records: sumOf(evidence.webhooks.deliveries, 'chargedRecords'),
    },
    events: {
      distinct,
      copies: events.length - distinct - deliveries.duplicates,
      redelivered: deliveries.duplicates,
      poison: deliveries.poison.length,
      deadLetters: evidence.deadLetters.length,
    },
    metering: { requests: sumOf(meteringTotals, 'requests'), records: sumOf(meteringTotals, 'records') },
    catchUpSeconds: seconds(sources.catchUpMs),
    done: [...done].sort((left, right) => left.number - right.number),
    violations,
  };
}

function figuresOf(done: readonly DoneFault[], recovery: Recovery): FaultFigures[] {
  return [...new Set(done.map(({ kind }) => kind))].sort().map((kind) => {
    const own = done.filter((fault) => fault.kind === kind);
    const recoveries = [...(recovery.byKind.get(kind) ?? [])].sort((left, right) => left - right);
    return {
      kind,
      count: own.length,
      atSeconds: own.map(({ struckAtMs }) => seconds(struckAtMs)).sort((left, right) => left - right),
      ...(recoveries.length === 0
        ? {}
        : {
            recoverySeconds: {
              median: seconds(percentile(recoveries, 0.5)),
              maximum: seconds(percentile(recoveries, 1)),
            },
          }),
    };
  });
}

function sumOf<Field extends string>(items: readonly Record<Field, number>[], field: Field): number {
  return items.reduce((sum, item) => sum + item[field], 0);
}

/** Rounded to hundredths. */
function seconds(milliseconds: number): number {
  return Math.round(milliseconds / 10) / 100;
}
