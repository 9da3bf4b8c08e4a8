import { ledger } from '@heliograph/proto';
import { createLogger, createRpcClient, uuidv7, type RpcClient, type RpcService } from '@heliograph/runtime';
import {
  freeAddress,
  startTestDatabase,
  testCallerVariables,
  testCredentials,
  type TestDatabase,
} from '@heliograph/testing';
import { createHash, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { loadConfig } from '../../src/config';
import type { Overrides } from '../../src/context';
import { createLedgerService } from '../../src/service';

export type LedgerClient = RpcClient<typeof ledger.LedgerServiceService>;

/** A ledger with its own database, called as the gateway calls it. */
export interface TestLedger {
  client: LedgerClient;
  /** Connects as the ledger's role, for reading the tables and for moving time. */
  pool: Pool;
  database: TestDatabase;
  /** Another ledger on the same database, like another process. */
  startPeer(settings?: Record<string, string>): Promise<LedgerClient>;
  service: RpcService;
  stop(): Promise<void>;
}

const silent = createLogger({ service: 'ledger-test', level: 'silent' });

export async function startTestLedger(
  settings: Record<string, string> = {},
  overrides: Overrides = {},
): Promise<TestLedger> {
  const database = await startTestDatabase();
  const closers: (() => Promise<unknown>)[] = [() => database.stop()];
  const startService = async (more: Record<string, string>) => {
    const config = loadConfig({
      RPC_ADDRESS: freeAddress(),
      DATABASE_URL: database.connectionString('ledger'),
      ...testCallerVariables,
      // Tests inspect events waiting in the outbox; tests of the relay turn it on.
      RELAY: 'off',
      ...settings,
      ...more,
    });
    const service = createLedgerService(config, { logger: silent, ...overrides });
    closers.push(() => service.destroy());
    await service.start();
    return service;
  };
  const service = await startService({});
  const connect = (address: string, caller: string, multiplexed: boolean) => {
    const client = createRpcClient(ledger.LedgerServiceService, {
      address,
      caller,
      credentials: testCredentials,
      defaultTimeoutMs: 20_000,
      multiplexed,
    });
    closers.push(() => client.close());
    return client;
  };
  const callAs = (address: string): LedgerClient => {
    const gateway = connect(address, 'gateway', true);
    const admin = connect(address, 'admin', false);
    const dashboard = connect(address, 'dashboard', false);
    return {
      ...admin,
      begin: gateway.begin,
      charge: gateway.charge,
      chargeWithinBudget: gateway.chargeWithinBudget,
      chargeSignals: gateway.chargeSignals,
      getBudget: gateway.getBudget,
      listReceipts: gateway.listReceipts,
      getStatement: gateway.getStatement,
      listStatementKeys: gateway.listStatementKeys,
      release: gateway.release,
      keep: gateway.keep,
      voidCharge: gateway.voidCharge,
      getUsage: gateway.getUsage,
      recordWebRequest: dashboard.recordWebRequest,
      getReceiptAmounts: dashboard.getReceiptAmounts,
      settleRefund: dashboard.settleRefund,
      payPlan: dashboard.payPlan,
      changePlan: dashboard.changePlan,
      listLapsedPlans: dashboard.listLapsedPlans,
      lapsePlan: dashboard.lapsePlan,
      listFunds: dashboard.listFunds,
    };
  };
  const pool = new Pool({ connectionString: database.connectionString('ledger'), max: 4 });
  // The test that kills connections kills these, too.
  pool.on('error', () => undefined);
  closers.push(() => pool.end());
  return {
    client: callAs(service.address),
    pool,
    database,
    startPeer: async (more = {}) => callAs((await startService(more)).address),
    service,
    stop: async () => {
      for (const close of closers.splice(0).reverse()) await close();
    },
  };
}

export const call = { requestId: 'test-request' };

let accounts = 0;
/** An account that no other test in the file uses. */
export const newAccountId = (): string => `account-${(accounts += 1)}`;

/** A new account with a large balance, known to the ledger. */
export async function richAccount({ client }: TestLedger): Promise<string> {
  const accountId = newAccountId();
  await client.credit({ accountId, micros: 1_000_000_000n, reference: '', reason: '' }, call);
  return accountId;
}

/** A charge of 10 API records for a search with a new event; override what matters. */
export function chargeOf(overrides: Partial<ledger.ChargeRequest> = {}): ledger.ChargeRequest {
  return {
    eventId: uuidv7(),
    accountId: 'account-1',
    credentialId: 'credential-1',
    channel: ledger.Channel.API,
    operation: 'searchSignals',
    mode: ledger.Mode.KEYWORD,
    records: 10,
    requestId: 'request-1',
    monthlyCapRecords: undefined,
    idempotency: undefined,
    ...overrides,
  };
}

/** A web view search with a new event; override what matters. */
export function webRequestOf(
  overrides: Partial<ledger.RecordWebRequestRequest> = {},
): ledger.RecordWebRequestRequest {
  return {
    eventId: randomUUID(),
    accountId: 'account-1',
    credentialId: 'session-1',
    operation: 'searchActivities',
    mode: ledger.Mode.KEYWORD,
    requestId: 'request-1',
    isSearch: true,
    isUnlimited: false,
    checkOnly: false,
    freeOnly: false,
    searchId: '',
    pageId: '',
    records: 0,
    ...overrides,
  };
}

export function beginOf(overrides: Partial<ledger.BeginRequest> = {}): ledger.BeginRequest {
  return {
    credentialId: 'credential-1',
    idempotencyKey: 'key-00000001',
    fingerprint: fingerprintOf('GET /signals?q=a'),
    monthlyCapRecords: undefined,
    claim: '',
    ...overrides,
  };
}

export const fingerprintOf = (text: string): Buffer => createHash('sha256').update(text).digest();

export function responseOf(body: string | Buffer): ledger.StoredResponse {
  return { status: 200, contentType: 'application/json', body: Buffer.from(body) };
}

/** A row of a table as stored. */
export async function rowsOf(
  pool: Pool,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  return (await pool.query<Record<string, unknown>>(sql, values)).rows;
}

/** The funds in an account's row. */
export async function fundsOf(pool: Pool, accountId = 'account-1'): Promise<Record<string, number>> {
  const [row] = await rowsOf(
    pool,
    `SELECT api_remaining, cli_remaining, subscription_remaining, balance_micros
     FROM ledger.account WHERE account_id = $1`,
    [accountId],
  );
  return {
    api: Number(row?.api_remaining),
    cli: Number(row?.cli_remaining),
    subscription: Number(row?.subscription_remaining),
    micros: Number(row?.balance_micros),
  };
}

/** Accounts whose funds differ from their entries' totals; none if the ledger is right. */
export async function unbalancedAccounts(pool: Pool): Promise<unknown[]> {
  return rowsOf(
    pool,
    `SELECT account_id FROM ledger.account LEFT JOIN (
       SELECT account_id, sum(api_records) AS api, sum(cli_records) AS cli,
         sum(subscription_records) AS subscription, sum(balance_micros) AS micros
       FROM ledger.entry GROUP BY account_id
     ) AS entries USING (account_id)
     WHERE (api_remaining, cli_remaining, subscription_remaining, account.balance_micros)
       IS DISTINCT FROM (api, cli, subscription, micros)`,
  );
}

/** Charges without an outbox row, or the reverse; and months that differ from their charges' totals. */
export async function incompleteCharges(pool: Pool): Promise<unknown[]> {
  return rowsOf(
    pool,
    `SELECT coalesce(entry.entry_id, outbox.event_id) AS event
     FROM (SELECT * FROM ledger.entry WHERE kind = 'charge') AS entry
     FULL JOIN ledger.outbox ON outbox.event_id = entry.entry_id
     WHERE entry.entry_id IS NULL OR outbox.event_id IS NULL
     UNION ALL
     SELECT NULL FROM (
       SELECT account_id, sum(requests) AS requests, sum(records) AS records FROM ledger.usage_total GROUP BY account_id
     ) AS total
     FULL JOIN (
       SELECT account_id, count(*) AS requests, sum(records) AS records FROM ledger.entry WHERE kind = 'charge'
       GROUP BY account_id
     ) AS entered USING (account_id)
     WHERE (total.requests, total.records) IS DISTINCT FROM (entered.requests, entered.records)`,
  );
}

/** Hours of budgets that differ from their charges' totals, without voided ones. */
export async function wrongBudgets(pool: Pool): Promise<unknown[]> {
  return rowsOf(
    pool,
    `SELECT * FROM (
       SELECT account_id, budget_id, date_trunc('hour', created_at, 'UTC') AS hour, sum(records) AS charged
       FROM ledger.entry AS charge
       WHERE budget_id IS NOT NULL AND NOT EXISTS (
         SELECT FROM ledger.entry WHERE reverses_entry_id = charge.entry_id AND kind = 'void'
       )
       GROUP BY 1, 2, 3
     ) AS entered
     FULL JOIN ledger.budget_hour USING (account_id, budget_id, hour)
     WHERE coalesce(charged, 0) <> coalesce(budget_hour.records, 0)`,
  );
}
