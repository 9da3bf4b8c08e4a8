/** What a fault hits. Two faults never hold the same target at once; faults with different targets overlap. */
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

/** What a fault requires. A run has one of the two kinds of PostgreSQL; the disk is for the embedded one. */
export type Part = 'kafka' | 'redis' | 'disk' | 'embedded-postgres' | 'patroni';

export interface FaultKind {
  description: string;
  targets: readonly Target[];
  /** Additional targets that it hits if they are free at that moment. */
  alsoTargets?: readonly Target[];
  needs?: Part;
  /** Shortest and longest duration; absent for a momentary fault. */
  durationMs?: readonly [number, number];
  /** Occurrences per round, in which others occur once; below 1, it occurs only in some rounds. */
  share?: number;
  /** Occurs once in the middle of a long run; meanwhile nothing else hits its targets. */
  isOutage?: boolean;
  /** Its place in a run that has every kind once; by default, somewhere in the middle. */
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

/** Every kind of fault. To add one, add an entry here and an injector in inject/. */
export const FAULT_KINDS = {
  'kill-gateway': { description: 'kill -9 of the gateway', targets: ['gateway'] },
  'kill-ledger': { description: 'kill -9 of the ledger, including the relay', targets: ['ledger'] },
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
    description: 'kill -9 of Redis, restarted after a while',
    targets: ['redis'],
    needs: 'redis',
    durationMs: [500, 5_000],
    share: 2,
  },
  'kill-broker': {
    description: 'kill -9 of the broker, restarted after a while',
    targets: ['broker'],
    needs: 'kafka',
    durationMs: [500, 5_000],
    share: 0.5,
  },
  'kill-everything': {
    description:
      'kill -9 of the launcher, all services, and PostgreSQL, sometimes of broker and Redis too; then npm start',
    // The system refuses to start without the broker.
    targets: [...SERVICES, 'database', 'broker'],
    alsoTargets: ['redis'],
    place: 'first',
    share: 0.1,
  },
  'lose-power': {
    description: 'kill -9 of the same, and loss of everything written to their disk without a flush',
    targets: [...SERVICES, 'database', 'broker'],
    needs: 'disk',
    place: 'first',
    share: 0.2,
  },
  'fill-disk': {
    description: 'no space left on the disk for PostgreSQL and logs',
    targets: ['database'],
    needs: 'disk',
    durationMs: [1_000, 8_000],
    share: 0.3,
  },
  'pause-gateway': {
    description: 'the gateway freezes (SIGSTOP)',
    targets: ['gateway'],
    durationMs: [500, 3_000],
  },
  'pause-ledger': {
    description: 'the ledger freezes, then continues with stale assumptions',
    targets: ['ledger'],
    durationMs: [500, 8_000],
  },
  'pause-metering': {
    description: 'metering freezes, then continues with partitions that it may have lost',
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
    description: 'the broker freezes; its connections stay',
    targets: ['broker'],
    needs: 'kafka',
    durationMs: [1_000, 8_000],
  },
  'pause-redis': {
    description: 'Redis freezes; its connections stay',
    targets: ['redis'],
    needs: 'redis',
    durationMs: [500, 5_000],
    share: 2,
  },
  'freeze-database': {
    description: "PostgreSQL's connections freeze, as with an unresponsive disk",
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
    description: 'kill -9 of the primary with its Patroni, as when a machine dies; restarted after a while',
    targets: ['database'],
    needs: 'patroni',
    durationMs: [1_000, 20_000],
  },
  'cut-off-primary': {
    description: 'all traffic to and from the primary is silently held, then released at once',
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
    description: 'the standby that confirms commits freezes',
    targets: ['database'],
    needs: 'patroni',
    durationMs: [500, 8_000],
  },
  'lock-account': {
    description: 'a lock is held on the account that pays most',
    targets: ['account'],
    durationMs: [500, 5_000],
    share: 2,
  },
  'cut-connections': {
    description: 'PostgreSQL ends all connections of the services',
    targets: ['database'],
  },
  'full-outbox': {
    description: 'the event log is unavailable for long while charging continues',
    targets: ['broker'],
    durationMs: [5_000, 25_000],
    place: 'early',
    share: 0.2,
  },
  'lose-broker': {
    description: 'the broker is unavailable for ten minutes, or a quarter of shorter runs',
    targets: ['broker'],
    needs: 'kafka',
    durationMs: [2_000, 600_000],
    isOutage: true,
  },
  'jump-clock': {
    description: 'the clocks of gateway, ledger, or metering jump by up to an hour, and back',
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
    description: 'old events are republished out of order',
    targets: ['broker', 'database'],
    share: 2,
  },
  poison: {
    description: 'messages that are not valid events',
    targets: ['broker', 'database'],
    share: 2,
  },
  flood: {
    description: 'one account uses up its requests per minute',
    targets: ['gateway'],
    place: 'last',
    share: 0.1,
  },
} as const satisfies Record<string, FaultKind>;

export type FaultName = keyof typeof FAULT_KINDS;

export const FAULT_NAMES = Object.keys(FAULT_KINDS) as FaultName[];

/** The kinds that are possible without these parts. */
export function kindsWithout(parts: readonly Part[]): FaultName[] {
  return FAULT_NAMES.filter((name) => {
    const { needs }: FaultKind = FAULT_KINDS[name];
    return needs === undefined || !parts.includes(needs);
  });
}
