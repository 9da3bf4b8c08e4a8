import { withdrawSignals, writeCorpus, type SignalRecord } from '@heliograph/catalog';
import {
  CATALOG_SOURCE,
  createEventLog,
  SIGNALS_PUBLISHED_TOPIC,
  SIGNALS_PUBLISHED_TYPE,
  signalTopics,
  toMessage,
} from '@heliograph/event-log';
import { alert, digest, identity, ledger, notifier, search, signals } from '@heliograph/proto';
import { createLogger, createRpcClient, uuidv7 } from '@heliograph/runtime';
import {
  freeAddress,
  holdLocks,
  startLocalService,
  startServiceProcess,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
  waitFor,
  type ServiceProcess,
} from '@heliograph/testing';
import { Pool } from 'pg';
import { loadConfig } from '../../src/config';
import { call, notifierVariables } from './notifier';
import { TestReceiver } from './test-receiver';

const silent = createLogger({ service: 'notifier-test', level: 'silent' });

/**
 * A catalog, an event log, identity, and a ledger as processes, for any number of notifiers as processes.
 *
 * @param eventLog variables that locate the event log; by default tables in the test's database.
 */
export async function startFixture(eventLog: NodeJS.ProcessEnv = {}) {
  const closers: (() => Promise<unknown>)[] = [];
  const notifiers: ServiceProcess[] = [];
  /** Session names of killed notifiers. */
  const killed: string[] = [];
  const database = await startTestDatabase();
  closers.push(() => database.stop());
  const ledgerAddress = freeAddress();
  const startLedger = () =>
    startLocalService('ledger', {
      RPC_ADDRESS: ledgerAddress,
      DATABASE_URL: database.connectionString('ledger'),
      ...(testCallerVariables as Record<string, string>),
      RELAY: 'off',
    });
  let ledgerService = await startLedger();
  closers.push(() => ledgerService.stop());
  const identityAddress = freeAddress();
  const identityService = await startLocalService('identity', {
    RPC_ADDRESS: identityAddress,
    DATABASE_URL: database.connectionString('identity'),
    ...(testCallerVariables as Record<string, string>),
  });
  closers.push(() => identityService.stop());
  const log = createEventLog(loadConfig(notifierVariables(database, eventLog)).eventLog, {
    clientId: 'notifier-test',
    logger: silent,
  });
  await log.prepare(signalTopics(4));
  const publisher = await log.createPublisher();
  closers.push(
    () => log.close(),
    () => publisher.close(),
  );
  const pool = new Pool({ connectionString: database.adminConnectionString, max: 4 });
  closers.push(() => pool.end());
  const rows = async <Row extends object>(sql: string, values: unknown[] = []) =>
    (await pool.query<Row>(sql, values)).rows;
  const options = { credentials: testCredentials, defaultTimeoutMs: 20_000 };
  const admin = createRpcClient(ledger.LedgerServiceService, {
    ...options,
    address: ledgerAddress,
    caller: 'admin',
  });
  const gateway = createRpcClient(ledger.LedgerServiceService, {
    ...options,
    address: ledgerAddress,
    caller: 'gateway',
  });
  const accounts = createRpcClient(identity.IdentityServiceService, {
    ...options,
    address: identityAddress,
    caller: 'admin',
  });
  closers.push(
    () => admin.close(),
    () => gateway.close(),
    () => accounts.close(),
  );

  const publish = async (ids: readonly string[], { sameItem = false } = {}) => {
    const changed = await rows<{ id: string; version: string }>(
      'SELECT id::text, version FROM catalog.signal_document WHERE id = ANY($1::numeric[]) ORDER BY version, signal_document.id',
      [ids],
    );
    const messages = changed.map(({ id, version }) => {
      const eventId = `${id}:${version}`;
      const event = {
        eventId,
        id,
        version: BigInt(version),
        withdrawn: false,
        title: 't',
        publishedAt: new Date(),
        ordinal: 1,
        sameItem,
      };
      const data = Buffer.from(signals.SignalPublished.encode(event).finish());
      return toMessage(
        { id: eventId, type: SIGNALS_PUBLISHED_TYPE, source: CATALOG_SOURCE, time: new Date(), data },
        id,
      );
    });
    await publisher.publish(SIGNALS_PUBLISHED_TOPIC, messages);
  };
  const importSignals = async (records: readonly SignalRecord[]): Promise<void> => {
    const acme = { slug: 'acme', name: 'Acme' };
    await writeCorpus(database.connectionString('catalog'), [acme], records);
    await publish(records.map(({ id }) => id));
  };

  /** Waits for a hold as stored for the metrics. */
  const untilOnHold = (savedSearchId: string, hold: string | undefined) =>
    waitFor(async () => {
      const [queued] = await rows<{ on_hold: string | null }>(
        'SELECT on_hold FROM notifier.webhook_queue WHERE saved_search_id = $1',
        [savedSearchId],
      );
      return (queued?.on_hold ?? undefined) === hold;
    });
  /** Makes retries due now. @param which a condition on rows of the queue; all by default. */
  const makeRetriesDue = async (which = 'true') => {
    await rows(
      updateEach('notifier.delivery', 'delivery_id', 'next_attempt_at = now()', `state = 'pending'`),
    );
    await rows(
      updateEach(
        'notifier.webhook_queue',
        'saved_search_id',
        'next_at = now()',
        `next_at <> 'infinity' AND (${which})`,
      ),
    );
  };
  /** Waits until a saved search has nothing queued and is active, making retries due. */
  const untilActive = (savedSearchId: string) =>
    waitFor(async () => {
      await makeRetriesDue();
      const idle = await rows(
        `SELECT FROM notifier.saved_search WHERE saved_search_id = $1 AND state = 'active'
         AND NOT EXISTS (SELECT FROM notifier.webhook_queue AS queue WHERE queue.saved_search_id = $1)`,
        [savedSearchId],
      );
      return idle.length > 0;
    });
  /** Waits until every event is matched. */
  const untilRead = () => waitFor(async () => (await log.lag(SIGNALS_PUBLISHED_TOPIC, 'notifier')) === 0);

  return {
    database,
    rows,
    pool,
    publish,
    untilRead,
    untilOnHold,
    untilActive,
    accounts,
    addCredit: (accountId: string, records: number) =>
      admin.credit(
        ledger.CreditRequest.fromPartial({
          accountId,
          micros: BigInt(records) * 5_000n,
          reason: 'test',
          reference: uuidv7(),
        }),
        call,
      ),
    /** Spends an account's one-time records. */
    spend: (accountId: string, records: number, credentialId = 'key', lineageId?: string) =>
      gateway.charge(
        ledger.ChargeRequest.fromPartial({
          eventId: uuidv7(),
          accountId,
          credentialId,
          lineageId,
          channel: ledger.Channel.API,
          operation: 'searchSignals',
          mode: ledger.Mode.KEYWORD,
          records,
          requestId: 'spent',
        }),
        call,
      ),
    import: importSignals,
    /**
     * Like `import`, but no delivery is made until everything is matched: a slow machine may match the log's partitions
     * further apart than deliveries wait for. Waits first until earlier outcomes are stored: they would wait for the
     * lock, could fail, and their deliveries would be sent again.
     */
    async importTogether(records: readonly SignalRecord[]): Promise<void> {
      const open = `SELECT FROM notifier.delivery WHERE state IN ('unpaid', 'pending')`;
      await waitFor(async () => (await rows(open)).length === 0);
      const deliveries = await holdLocks(pool, 'LOCK TABLE notifier.delivery IN ACCESS EXCLUSIVE MODE');
      try {
        await importSignals(records);
        await untilRead();
      } finally {
        await deliveries.rollback();
      }
    },
    async withdraw(...ids: string[]): Promise<void> {
      const catalog = new Pool({ connectionString: database.connectionString('catalog'), max: 1 });
      await withdrawSignals(catalog, ids);
      await catalog.end();
    },
    stopLedger: () => ledgerService.stop(),
    async restartLedger(): Promise<void> {
      ledgerService = await startLedger();
    },
    holdLocks: (sql: string, values: unknown[] = []) => holdLocks(pool, sql, values),
    /** Starts a notifier process, with a client. */
    async startNotifier(settings: Record<string, string> = {}) {
      const variables = notifierVariables(database, {
        IDENTITY_ADDRESS: identityAddress,
        LEDGER_ADDRESS: ledgerAddress,
        WEBHOOK_POLL_MS: '20',
        EVENT_TOPIC_PARTITIONS: '4',
        ...eventLog,
        ...settings,
      }) as Record<string, string>;
      const name = `notifier-${uuidv7()}`;
      for (const url of ['DATABASE_URL', 'EVENT_LOG_URL'])
        if (variables[url]) variables[url] = withApplicationName(variables[url], name);
      const running = await startServiceProcess('notifier', variables);
      const kill = async () => {
        await running.kill();
        killed.push(name);
      };
      const started: ServiceProcess = { ...running, kill };
      notifiers.push(started);
      closers.push(() => started.kill());
      const client = createRpcClient(notifier.NotifierServiceService, {
        ...options,
        address: variables.RPC_ADDRESS!,
        caller: 'gateway',
      });
      const digests = createRpcClient(digest.DigestServiceService, {
        ...options,
        address: variables.RPC_ADDRESS!,
        caller: 'dashboard',
      });
      const alerts = createRpcClient(alert.AlertServiceService, {
        ...options,
        address: variables.RPC_ADDRESS!,
        caller: 'dashboard',
      });
      closers.push(
        () => client.close(),
        () => digests.close(),
        () => alerts.close(),
      );
      return { process: started, client, digests, alerts };
    },
    /** Closes with the fixture. */
    closing: (close: () => Promise<unknown>) => void closers.push(close),
    killNotifiers: () => Promise.all(notifiers.splice(0).map((started) => started.kill())),
    async startReceiver(host?: string): Promise<TestReceiver> {
      const receiver = new TestReceiver(host);
      await receiver.start();
      closers.push(() => receiver.stop());
      return receiver;
    },
    makeRetriesDue,
    /** Ends the memberships and leases of killed processes now. */
    endOfDead: async () => {
      // The server may still be executing their last requests, such as extending a lease.
      await waitFor(
        async () =>
          (await rows('SELECT FROM pg_stat_activity WHERE application_name = ANY ($1)', [killed])).length ===
          0,
      );
      await rows(
        updateEach('event_log.consumer_member', 'member_id', 'expires_at = now()', 'expires_at > now()'),
      );
      for (const [table, key] of Object.entries(LEASED))
        await rows(updateEach(`notifier.${table}`, key, 'lease_until = now()', 'lease IS NOT NULL'));
    },
    charged: async () => {
      const [row] = await rows<{ records: string }>('SELECT count(*) AS records FROM ledger.received_signal');
      return Number(row!.records);
    },
    stop: async () => {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}

export type TestFixture = Awaited<ReturnType<typeof startFixture>>;
type Client = Awaited<ReturnType<TestFixture['startNotifier']>>['client'];

function withApplicationName(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.searchParams.set('application_name', name);
  return url.toString();
}

/** Tables with leases, and their keys. */
const LEASED = {
  webhook_queue: 'saved_search_id',
  digest: 'saved_search_id',
  alert: 'account_id',
  mail: 'mail_id',
};

/** One transaction per row: a notifier locks several rows in another order, and would wait for this one forever. */
function updateEach(table: string, key: string, change: string, condition: string): string {
  return `DO $$
    DECLARE chosen text;
    BEGIN
      FOR chosen IN SELECT ${key} FROM ${table} WHERE ${condition} LOOP
        UPDATE ${table} SET ${change} WHERE ${key}::text = chosen AND ${condition};
        COMMIT;
      END LOOP;
    END $$`;
}

/** The ids of {@link signalsOf}. */
export const numbers = (from: number, to: number) => signalsOf(from, to).map(({ id }) => id);

/** Creates a saved search whose webhook is a receiver, which then verifies with its secret. */
export async function save(
  client: Client,
  receiver: TestReceiver,
  more: Partial<notifier.CreateSavedSearchRequest> & { q?: string } = {},
) {
  const { q = 'funding', ...rest } = more;
  const { savedSearch, secret } = await client.createSavedSearch(
    {
      accountId: uuidv7(),
      name: 'News',
      query: { q },
      filters: search.Filters.fromPartial({ q }),
      webhookUrl: receiver.url,
      ...rest,
    } as notifier.CreateSavedSearchRequest,
    call,
  );
  receiver.secrets.push(secret!);
  return savedSearch!;
}

export const signalsOf = (from: number, to: number, title = 'Funding round'): SignalRecord[] =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    id: String(from + index),
    title: `${title} ${from + index}`,
    category: 'funding',
    companySlug: 'acme',
    activityDate: '2026-11-20',
    publishedAt: '2026-11-20T09:30:00Z',
  }));

export const untilReceived = (receiver: TestReceiver, items: number) =>
  waitFor(() => new Set(receiver.items).size >= items);
