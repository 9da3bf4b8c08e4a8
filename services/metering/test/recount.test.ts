import { startBeforeAll } from '@heliograph/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { call } from './support/metering';
import { chargeOf, startWithLedger } from './support/with-ledger';

const running = startBeforeAll(startWithLedger);

const guide = readFileSync(join(__dirname, '../../../docs/operations/backup.md'), 'utf8');
/** The SQL under a heading, which operators run. */
const sqlUnder = (heading: string) =>
  /^```sql\n(.*?)^```$/ms.exec(guide.slice(guide.indexOf(`\n### ${heading}\n`)))![1]!;

const monthOf = (time: Date) => time.toISOString().slice(0, 7);
const now = new Date();
const [thisMonth, lastMonth, nextMonth] = [0, -1, 1].map((months) =>
  monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1))),
) as [string, string, string];

const reconcile = (month = '') => running.client.reconcile({ month, waitSeconds: 20 }, call);

/** Runs SQL with metering stopped, as operators do. */
async function whileStopped(sql: string): Promise<void> {
  await running.service.destroy();
  await running.pool.query(sql);
  running.service = await running.startService({ LEDGER_ADDRESS: running.ledgerAddress });
  running.client = running.connect(running.service.address);
}

const recount = (month: string, next: string) =>
  // In one pass: the first replacement may be what the second looks for.
  whileStopped(sqlUnder('A month').replace(/2026-1[12]/g, (text) => (text === '2026-11' ? month : next)));

async function voidOf({ eventId, accountId, credentialId }: ReturnType<typeof chargeOf>): Promise<void> {
  await running.ledger.voidCharge({ eventId, accountId, credentialId }, call);
}

const charge = async (...charges: ReturnType<typeof chargeOf>[]) => {
  for (const each of charges) await running.ledger.charge(each, call);
};

const unknown = chargeOf({ accountId: 'account-2' });
beforeAll(async () => {
  const [kept, voided] = [chargeOf({ records: 5 }), chargeOf({ records: 7 })];
  await charge(kept, voided);
  await voidOf(voided);
  // Voids a charge that never arrives, so it has no event.
  await voidOf(unknown);
});

const expected = { requests: 1n, records: 5n, prepaidMicros: 0n };

it('a month recounted from the ledger has its voids', async () => {
  expect(await reconcile()).toMatchObject({ metering: expected, differences: [] });
  await recount(thisMonth, nextMonth);
  expect(await reconcile()).toMatchObject({ ledger: expected, metering: expected, differences: [] });
});

it('a void counts in the month of its charge', async () => {
  const old = chargeOf({ accountId: 'account-old', records: 3 });
  await charge(old);
  expect(await reconcile()).toMatchObject({ differences: [] });
  // As superuser, bypassing every trigger.
  await running.pool.query(
    `SET session_replication_role = replica;
     UPDATE ledger.entry SET created_at = '${lastMonth}-15 12:00Z' WHERE entry_id = '${old.eventId}';
     UPDATE ledger.usage_total SET month = '${lastMonth}-01' WHERE account_id = 'account-old'`,
  );
  await voidOf(old);
  expect((await reconcile()).differences).not.toEqual([]);
  await recount(lastMonth, thisMonth);
  await recount(thisMonth, nextMonth);
  expect(await reconcile()).toMatchObject({ metering: expected, differences: [] });
  const nothing = { requests: 0n, records: 0n, prepaidMicros: 0n };
  expect(await reconcile(lastMonth)).toMatchObject({ ledger: nothing, metering: nothing, differences: [] });
});

it('events lost around a time are sent again with their voids', async () => {
  await charge(chargeOf({ records: 2 }));
  expect(await reconcile()).toMatchObject({ differences: [] });
  const sql = sqlUnder('2. Send the charges around T again');
  await whileStopped(
    `TRUNCATE metering.usage_day, metering.counted_event; ${sql.replace('2026-11-21 23:05:07Z', now.toISOString())}`,
  );
  const both = { requests: 2n, records: 7n, prepaidMicros: 0n };
  expect(await reconcile()).toMatchObject({ ledger: both, metering: both, differences: [] });
});
