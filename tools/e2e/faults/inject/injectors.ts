import type { FaultName } from '../plan/fault-kinds';
import { fillOutbox, killBroker, pauseBroker } from './broker';
import { jumpClock } from './clock';
import { cutConnections, fillDisk, freezeDatabase, killPostgres, lockAccount } from './database';
import { killEverything, losePower } from './everything';
import { abandonPrimary, crashPrimary, cutOffPrimary, losePrimary, slowStandby } from './failover';
import { flood } from './flood';
import { importWhilePaging } from './import-while-paging';
import type { Inject } from './injection';
import { poison, redeliver } from './messages';
import { killRedis, pauseRedis } from './redis';
import { kill, pause } from './services';

/** How to inject each kind of fault. */
export const INJECTORS: Readonly<Record<FaultName, Inject>> = {
  'kill-gateway': kill('gateway'),
  'kill-ledger': kill('ledger'),
  'kill-metering': kill('metering'),
  'kill-search': kill('search'),
  'kill-identity': kill('identity'),
  'kill-company': kill('company'),
  'kill-indexer': kill('indexer'),
  'kill-notifier': kill('notifier'),
  'kill-postgres': killPostgres,
  'kill-redis': killRedis,
  'kill-broker': killBroker,
  'kill-everything': killEverything,
  'lose-power': losePower,
  'fill-disk': fillDisk,
  'pause-gateway': pause('gateway'),
  'pause-ledger': pause('ledger'),
  'pause-metering': pause('metering'),
  'pause-notifier': pause('notifier'),
  'pause-broker': pauseBroker,
  'pause-redis': pauseRedis,
  'freeze-database': freezeDatabase,
  'crash-primary': crashPrimary,
  'lose-primary': losePrimary,
  'cut-off-primary': cutOffPrimary,
  'abandon-primary': abandonPrimary,
  'slow-standby': slowStandby,
  'lock-account': lockAccount,
  'cut-connections': cutConnections,
  'full-outbox': fillOutbox,
  'lose-broker': killBroker,
  'jump-clock': jumpClock,
  'import-while-paging': importWhilePaging,
  redeliver,
  poison,
  flood,
};
