/** What a fault strikes. Two faults never hold the same target at once; those with different targets overlap. */
export type Target =
  | 'gateway'
  | 'ledger'
  | 'metering'
  | 'search'
  | 'identity'
  | 'company'
  | 'indexer'
  | 'notifier'
  | 'database'
  | 'account'
  | 'redis'
  | 'broker'
  | 'clock'
  | 'catalog';

/** What a fault cannot be done without. A run has one of the two kinds of PostgreSQL; the disk is that of the embedded one. */
export type Part = 'kafka' | 'redis' | 'disk' | 'embedded-postgres' | 'patroni';

export interface FaultKind {
  description: string;
  targets: readonly Target[];
  /** What it strikes as well if nothing else does at that moment. */
  alsoTargets?: readonly Target[];
  needs?: Part;
  /** How long it lasts, shortest and longest; absent for what is over at once. */
  durationMs?: readonly [number, number];
  /** How often it comes in a round in which others come once; below 1, in every so many rounds. */
  share?: number;
  /** Comes once in a long run, in its middle; meanwhile nothing else strikes its targets. */
  isOutage?: boolean;
  /** Its place in a run that does everything once; somewhere in the middle unless given. */
  place?: 'first' | 'early' | 'last';
}

const SERVICES = [
  'gateway',
  'ledger',
  'metering',
  'search',
  'identity',
  'company',
  'indexer',
  'notifier',
] as const;

/** Every kind of fault. A later one is one entry here and one in inject/. */
export const FAULT_KINDS = {
  'kill-gateway': { description: 'kill -9 of the gateway', targets: ['gateway'] },
  'kill-ledger': { description: 'kill -9 of the ledger, with the relay in it', targets: ['ledger'] },
  'kill-metering': {
    description: 'kill -9 of metering',
    targets: ['metering'],
    place: 'early',
    share: 2,
  },
  'kill-search': { description: 'kill -9 of search', targets: ['search'] },
  'kill-identity': { description: 'kill -9 of identity', targets: ['identity'] },
  'kill-company': { description: 'kill -9 of company', targets: ['company'], share: 2 },
  'kill-indexer': {
    description: 'kill -9 of the indexer, which publishes what was imported',
    targets: ['indexer'],
  },
  'kill-notifier': { description: 'kill -9 of the notifier', targets: ['notifier'], share: 2 },
  'kill-postgres': {
    description: 'kill -9 of the postmaster',
    targets: ['database'],
    needs: 'embedded-postgres',
  },
  'kill-redis': {
    description: 'kill -9 of Redis, started again after a while',
    targets: ['redis'],
    needs: 'redis',
    durationMs: [500, 5_000],
    share: 2,
  },
  'kill-broker': {
    description: 'kill -9 of the broker, started again after a while',
    targets: ['broker'],
    needs: 'kafka',
    durationMs: [500, 5_000],
    share: 0.5,
  },
  'kill-everything': {
    description:
      'kill -9 of the launcher, all services and PostgreSQL, at times of broker and Redis too; then npm start',
    // Which refuses to start without the broker.
    targets: [...SERVICES, 'database', 'broker'],
    alsoTargets: ['redis'],
    place: 'first',
    share: 0.1,
  },
  'lose-power': {
    description: 'kill -9 of the same, and whatever was written to their disk without a flush is gone',
    targets: [...SERVICES, 'database', 'broker'],
    needs: 'disk',
    place: 'first',
    share: 0.2,
  },
  'fill-disk': {
    description: 'no space left on the disk of PostgreSQL and of logs',
    targets: ['database'],
    needs: 'disk',
    durationMs: [1_000, 8_000],
    share: 0.3,
  },
  'pause-gateway': {
    description: 'the gateway stands still (SIGSTOP)',
    targets: ['gateway'],
    durationMs: [500, 3_000],
  },
  'pause-ledger': {
    description: 'the ledger stands still, then goes on with what it believed',
    targets: ['ledger'],
    durationMs: [500, 8_000],
  },
  'pause-metering': {
    description: 'metering stands still, then goes on with partitions it may have lost',
    targets: ['metering'],
    durationMs: [500, 12_000],
    share: 2,
  },
  'pause-notifier': {
    description: 'the notifier stands still, then goes on with leases it may have lost',
    targets: ['notifier'],
    durationMs: [500, 8_000],
  },
  'pause-broker': {
    description: 'the broker stands still; its connections stay',
    targets: ['broker'],
    needs: 'kafka',
    durationMs: [1_000, 8_000],
  },
  'pause-redis': {
    description: 'Redis stands still; its connections stay',
    targets: ['redis'],
    needs: 'redis',
    durationMs: [500, 5_000],
    share: 2,
  },
  'freeze-database': {
    description: 'connections of PostgreSQL stand still, as with a disk that does not answer',
    targets: ['database'],
    needs: 'embedded-postgres',
    durationMs: [300, 4_000],
  },
  'crash-primary': {
    description: 'kill -9 of the primary: Patroni promotes a standby',
    targets: ['database'],
    needs: 'patroni',
  },
  'lose-primary': {
    description:
      'kill -9 of the primary with its Patroni, as when a machine dies; started again after a while',
    targets: ['database'],
    needs: 'patroni',
    durationMs: [1_000, 20_000],
  },
  'cut-off-primary': {
    description: 'nothing reaches the primary or comes from it, without a word; then all of it at once',
    targets: ['database'],
    needs: 'patroni',
    durationMs: [2_000, 10_000],
  },
  'abandon-primary': {
    description: "kill -9 of the primary's Patroni alone: it still answers when another is promoted",
    targets: ['database'],
    needs: 'patroni',
    durationMs: [2_000, 10_000],
  },
  'slow-standby': {
    description: 'the standby that confirms commits stands still',
    targets: ['database'],
    needs: 'patroni',
    durationMs: [500, 8_000],
  },
  'lock-account': {
    description: 'somebody holds a lock on the account that pays most',
    targets: ['account'],
    durationMs: [500, 5_000],
    share: 2,
  },
  'cut-connections': {
    description: 'PostgreSQL ends all connections of the services',
    targets: ['database'],
  },
  'full-outbox': {
    description: 'the event log is away for long while charging goes on',
    targets: ['broker'],
    durationMs: [5_000, 25_000],
    place: 'early',
    share: 0.2,
  },
  'lose-broker': {
    description: 'the broker is away for ten minutes, a quarter of shorter runs',
    targets: ['broker'],
    needs: 'kafka',
    durationMs: [2_000, 600_000],
    isOutage: true,
  },
  'jump-clock': {
    description: 'the clocks of gateway, ledger or metering jump by up to an hour, and back',
    targets: ['clock'],
    durationMs: [1_000, 15_000],
  },
  'import-while-paging': {
    description: '10,000 signals are imported while a client pages: none skipped, none twice',
    targets: ['catalog'],
    place: 'early',
    share: 0.05,
  },
  redeliver: {
    description: 'old events are published again, out of order',
    targets: ['broker', 'database'],
    share: 2,
  },
  poison: {
    description: 'messages that are no valid events',
    targets: ['broker', 'database'],
    share: 2,
  },
  flood: {
    description: 'one account uses up its requests of the minute',
    targets: ['gateway'],
    place: 'last',
    share: 0.1,
  },
} as const satisfies Record<string, FaultKind>;

export type FaultName = keyof typeof FAULT_KINDS;

export const FAULT_NAMES = Object.keys(FAULT_KINDS) as FaultName[];

/** The kinds that can be had without these parts. */
export function kindsWithout(parts: readonly Part[]): FaultName[] {
  return FAULT_NAMES.filter((name) => {
    const { needs }: FaultKind = FAULT_KINDS[name];
    return needs === undefined || !parts.includes(needs);
  });
}
