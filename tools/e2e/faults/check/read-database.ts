import type { Client } from 'pg';
import type { AccountEntry, Charge, CredentialTotal, Delivery, Evidence, Fund } from './evidence';

/** The database's state at the end. */
type DatabaseState = Pick<
  Evidence,
  'charges' | 'entries' | 'funds' | 'credits' | 'ledgerTotals' | 'outboxRows' | 'meteringTotals'
> & {
  /** Months with charges, `YYYY-MM`. */
  months: string[];
  deliveries: Delivery[];
};

const CHARGES = `SELECT entry_id::text AS id, account_id AS "accountId", credential_id AS "credentialId",
    request_id AS "requestId", records, -(api_records + cli_records + subscription_records)::integer AS "grantedRecords",
    prepaid_records AS "prepaidRecords", (-balance_micros)::text AS "prepaidMicros"
  FROM ledger.entry WHERE kind = 'charge' ORDER BY position`;

const ENTRIES = `SELECT entry_id::text AS id, account_id AS "accountId", kind, coalesce(request_id, '') AS "requestId",
    coalesce(api_records, 0)::text AS "apiRecords", coalesce(subscription_records, 0)::text AS "subscriptionRecords",
    coalesce(balance_micros, 0)::text AS "balanceMicros"
  FROM ledger.entry ORDER BY position`;

const FUNDS = `SELECT account.account_id AS "accountId", name, kept::text, coalesce(entered, 0)::text AS entered
  FROM ledger.account
  LEFT JOIN (
    SELECT account_id, sum(api_records) AS api, sum(cli_records) AS cli, sum(subscription_records) AS subscription,
      sum(balance_micros) AS balance
    FROM ledger.entry GROUP BY account_id
  ) AS entry ON entry.account_id = account.account_id
  CROSS JOIN LATERAL (VALUES ('api', api_remaining, api), ('cli', cli_remaining, cli),
    ('subscription', subscription_remaining, subscription), ('balance', balance_micros, balance)
  ) AS fund (name, kept, entered)`;

const CREDITS = `SELECT account_id AS "accountId", reference, balance_micros::text AS micros
  FROM ledger.entry WHERE kind = 'credit' AND reference IS NOT NULL`;

const MONTHS = `SELECT DISTINCT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM') AS month
  FROM ledger.entry WHERE kind = 'charge' ORDER BY 1`;

const DELIVERIES = `SELECT delivery_id::text AS id, saved_search_id::text AS "savedSearchId",
    charged_records AS "chargedRecords"
  FROM notifier.delivery ORDER BY position`;

const totalsOf = (
  table: string,
) => `SELECT credential_id AS "credentialId", sum(requests)::integer AS requests,
    sum(records)::integer AS records
  FROM ${table} GROUP BY credential_id`;

/** Reads everything in one snapshot. */
export async function readDatabase(client: Client): Promise<DatabaseState> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const rowsOf = async <Row>(text: string) => (await client.query(text)).rows as Row[];
  type Text<Item, Field extends keyof Item> = Omit<Item, Field> & Record<Field, string>;
  const charges = await rowsOf<Text<Charge, 'prepaidMicros'>>(CHARGES);
  const entries =
    await rowsOf<Text<AccountEntry, 'apiRecords' | 'subscriptionRecords' | 'balanceMicros'>>(ENTRIES);
  const funds = await rowsOf<Text<Fund, 'kept' | 'entered'>>(FUNDS);
  const credits = await rowsOf<Text<DatabaseState['credits'][number], 'micros'>>(CREDITS);
  const outbox = await rowsOf<{ count: number }>('SELECT count(*)::integer AS count FROM ledger.outbox');
  const state = {
    charges: charges.map((row) => ({ ...row, prepaidMicros: BigInt(row.prepaidMicros) })),
    entries: entries.map((row) => ({
      ...row,
      apiRecords: BigInt(row.apiRecords),
      subscriptionRecords: BigInt(row.subscriptionRecords),
      balanceMicros: BigInt(row.balanceMicros),
    })),
    funds: funds.map((row) => ({ ...row, kept: BigInt(row.kept), entered: BigInt(row.entered) })),
    credits: credits.map((row) => ({ ...row, micros: BigInt(row.micros) })),
    ledgerTotals: await rowsOf<CredentialTotal>(totalsOf('ledger.usage_total')),
    meteringTotals: await rowsOf<CredentialTotal>(totalsOf('metering.usage_day')),
    outboxRows: outbox[0]!.count,
    deliveries: await rowsOf<Delivery>(DELIVERIES),
    months: (await rowsOf<{ month: string }>(MONTHS)).map(({ month }) => month),
  };
  await client.query('COMMIT');
  return state;
}
