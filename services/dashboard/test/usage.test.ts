import type { CreatedKey, KeyList, Overview, UsageReport } from '@heliograph/dashboard-api';
import { ledger } from '@heliograph/proto';
import { createRpcClient, uuidv7 } from '@heliograph/runtime';
import { testCredentials, waitFor } from '@heliograph/testing';
import { Pool } from 'pg';
import { call, TestDashboard } from './support/dashboard';
import { problemFrom, type Person } from './support/person';

let dashboard: TestDashboard;
let gateway: ReturnType<typeof connect>;
beforeAll(async () => {
  dashboard = await TestDashboard.start({ with: ['metering'] });
  gateway = connect();
});
afterAll(async () => {
  await gateway.close();
  await dashboard.stop();
});

function connect() {
  return createRpcClient(ledger.LedgerServiceService, {
    address: dashboard.addresses.ledger,
    caller: 'gateway',
    credentials: testCredentials,
    defaultTimeoutMs: 20_000,
  });
}

const today = () => new Date().toISOString().slice(0, 10);

/** What the gateway charges for a request with a key or a token. */
async function charge(
  accountId: string,
  credentialId: string,
  records: number,
  channel: ledger.Channel = ledger.Channel.API,
): Promise<void> {
  await gateway.charge(
    {
      eventId: uuidv7(),
      accountId,
      credentialId,
      channel,
      operation: 'searchSignals',
      mode: ledger.Mode.KEYWORD,
      records,
      requestId: 'test-request',
      idempotency: undefined,
      monthlyCapRecords: undefined,
    },
    call,
  );
}

async function reportOf(person: Person, rows: number): Promise<UsageReport> {
  return waitFor(
    async () => {
      const report = await person.data<UsageReport>('GET', '/usage');
      return report.rows.length === rows ? report : undefined;
    },
    { description: `${rows} rows of use` },
  );
}

it("shows a month's usage by day, credential, and operation, with names", async () => {
  const person = await dashboard.signIn();
  const { account } = await person.refresh();
  const body = { name: 'production', scopes: ['signals:read'] };
  const { key } = await person.data<CreatedKey>('POST', '/keys', body);
  const { key: nameless } = await person.data<CreatedKey>('POST', '/keys', { ...body, name: '' });
  await charge(account.id, key.id, 60);
  await charge(account.id, key.id, 30);
  await charge(account.id, nameless.id, 10);
  await charge(account.id, 'a-device-long-gone', 5, ledger.Channel.CLI);
  await dashboard.admin.ledger.credit(
    { accountId: account.id, micros: 10_000_000n, reference: '', reason: 'gift' },
    call,
  );
  await charge(account.id, key.id, 3);
  await person.send('DELETE', `/keys/${nameless.id}`);
  const report = await waitFor(async () => {
    const found = await person.data<UsageReport>('GET', '/usage');
    return found.totals.records === 108 ? found : undefined;
  });
  expect(report.month).toBe(today().slice(0, 7));
  expect(report.months).toEqual([report.month]);
  expect(report.totals).toEqual({ requests: 5, records: 108, cost: '0.015' });
  const byName = Object.fromEntries(report.rows.map((row) => [row.credentialName, row]));
  expect(byName['production']).toEqual({
    date: today(),
    credentialId: key.id,
    credentialName: 'production',
    channel: 'api',
    operation: 'searchSignals',
    requests: 3,
    records: 93,
    allowanceRecords: 90,
    prepaidRecords: 3,
    subscriptionRecords: 0,
    cost: '0.015',
  });
  expect(byName[nameless.hint]).toMatchObject({ records: 10 });
  expect(byName['Device a-device']).toMatchObject({ channel: 'cli', records: 5 });
  // The days are missing if metering does not return them within a second.
  const overview = await waitFor(async () => {
    const found = await person.data<Overview>('GET', '/overview');
    return found.days && found;
  });
  expect(overview.today).toEqual({ requests: 5, records: 108 });
  expect(overview.days).toHaveLength(30);
  expect(overview.days?.at(-1)).toEqual({ date: today(), requests: 5, records: 108 });
  expect(overview.month).toMatchObject({ requests: 5, records: 108 });
});

it('reads today and the month from one source, and does not count browsing as requests', async () => {
  const person = await dashboard.signIn();
  const { account } = await person.refresh();
  const ledgerClient = createRpcClient(ledger.LedgerServiceService, {
    address: dashboard.addresses.ledger,
    caller: 'dashboard',
    credentials: testCredentials,
    defaultTimeoutMs: 20_000,
  });
  const browsed = {
    eventId: '01920000-0000-7000-8000-000000000001',
    accountId: account.id,
    credentialId: 'a-browser',
    operation: 'browseActivities',
    mode: ledger.Mode.KEYWORD,
    requestId: 'test-request',
    isSearch: false,
    isUnlimited: false,
    checkOnly: false,
    freeOnly: false,
    searchId: '',
    pageId: '',
    records: 20,
  };
  await ledgerClient.recordWebRequest(browsed, call);
  await ledgerClient.close();
  expect((await person.data<Overview>('GET', '/overview')).month.requests).toBe(0);
  await charge(account.id, 'a-device', 7, ledger.Channel.CLI);
  const seen: Overview[] = [];
  await waitFor(
    async () => {
      const overview = await person.data<Overview>('GET', '/overview');
      seen.push(overview);
      return overview.today?.records === 7;
    },
    { description: 'the charge in the daily totals' },
  );
  // However far the daily totals lag, the month equals their total.
  for (const { today: day, month, days } of seen) {
    const sum = (days ?? [])
      .filter(({ date }) => date.startsWith(month.month))
      .reduce((all, { records }) => all + records, 0);
    if (day) expect([month.records, month.requests]).toEqual([sum, day.requests]);
  }
  expect(seen.at(-1)!.month).toMatchObject({ requests: 1, records: 7 });
  const { totals, rows } = await person.data<UsageReport>('GET', '/usage');
  expect(totals).toMatchObject({ requests: 1, records: 7 });
  expect(rows.map(({ channel }) => channel).sort()).toEqual(['cli', 'web']);
});

it('offers the same rows as a file without spreadsheet formulas', async () => {
  const person = await dashboard.signIn();
  const { account } = await person.refresh();
  const names = ['=HYPERLINK("https://evil.example")', '+1', '-1', '@SUM(A1)', 'a,"b"', 'zürich'];
  for (const name of names) {
    const { key } = await person.data<CreatedKey>('POST', '/keys', { name, scopes: ['signals:read'] });
    await charge(account.id, key.id, 1);
  }
  await reportOf(person, names.length);
  const response = await person.get('/usage.csv');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="heliograph-usage-${today().slice(0, 7)}.csv"`,
    'cache-control': 'no-store',
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  // Without a byte order mark, Excel takes UTF-8 for the system's code page.
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const text = bytes.subarray(3).toString();
  const [head, ...lines] = text.split('\r\n');
  expect(head).toBe(
    'date,credential,credential_id,channel,operation,requests,records,allowance_records,prepaid_records,subscription_records,cost_usd',
  );
  expect(lines.pop()).toBe('');
  expect(lines).toHaveLength(names.length);
  for (const cell of [
    `"'=HYPERLINK(""https://evil.example"")"`,
    "'+1",
    "'-1",
    "'@SUM(A1)",
    '"a,""b"""',
    'zürich',
  ]) {
    expect(text).toContain(`${today()},${cell},`);
  }
  expect(text).not.toMatch(/(?:^|,)"?[=+\-@]/m);
});

it("counts a rolled key's usage against its successor's cap", async () => {
  const person = await dashboard.signIn();
  const { account } = await person.refresh();
  const body = { name: 'capped', scopes: ['signals:read'], monthlyCapRecords: 65 };
  const { key } = await person.data<CreatedKey>('POST', '/keys', body);
  await charge(account.id, key.id, 60);
  const rolled = await person.data<CreatedKey>('POST', `/keys/${key.id}/roll`, { overlapHours: 1 });
  const { items } = await person.data<KeyList>('GET', '/keys');
  expect(items.map(({ id, usage, capRecords }) => [id, usage.records, capRecords])).toEqual([
    [rolled.key.id, 0, 60],
    [key.id, 60, 60],
  ]);
  const { notices } = await person.data<Overview>('GET', '/overview');
  expect(notices.filter(({ code }) => code === 'key_cap_near')).toHaveLength(2);
});

it('gives no file to a page that shows another account', async () => {
  const person = await dashboard.signIn();
  const { account } = await person.refresh();
  expect((await person.get(`/usage.csv?account=${account.id}`)).status).toBe(200);
  const problem = await problemFrom(await person.get(`/usage.csv?account=${account.id.replace(/.$/, '!')}`));
  expect(problem).toMatchObject({ status: 409 });
});

it('validates the month', async () => {
  const person = await dashboard.signIn();
  for (const month of ['2026-13', 'x', '2999-01', '0000-01']) {
    for (const path of ['/usage', '/usage.csv']) {
      const { errors } = await problemFrom(await person.get(`${path}?month=${month}`));
      expect(errors).toEqual([expect.objectContaining({ parameter: 'month' })]);
    }
  }
  expect(await person.data('GET', '/usage?month=2026-01')).toMatchObject({ month: '2026-01', rows: [] });
});

it("is only one's own account's", async () => {
  const [one, other] = [await dashboard.signIn(), await dashboard.signIn()];
  const { account } = await one.refresh();
  await charge(account.id, 'some-key', 2);
  expect((await reportOf(one, 1)).rows[0]).toMatchObject({ credentialName: 'Key some-key' });
  expect((await other.data<UsageReport>('GET', '/usage')).rows).toEqual([]);
});

describe('while metering is down', () => {
  beforeAll(() => dashboard.stopService('metering'));
  afterAll(() => dashboard.restart('metering'));

  it('the overview shows everything but the days, and usage answers 503', async () => {
    const person = await dashboard.signIn();
    const overview = await person.data<Overview>('GET', '/overview');
    expect([overview.today, overview.days]).toEqual([null, null]);
    expect(overview.allowances.api.remaining).toBe(100);
    expect((await problemFrom(await person.get('/usage'))).code).toBe('unavailable');
    expect((await problemFrom(await person.get('/usage.csv'))).code).toBe('unavailable');
  });
});

it('shows what needs attention', async () => {
  const person = await dashboard.signIn();
  const { account } = await person.refresh();
  const codes = async () => (await person.data<Overview>('GET', '/overview')).notices.map(({ code }) => code);
  expect(await codes()).toEqual(['no_keys']);
  const { key } = await person.data<CreatedKey>('POST', '/keys', {
    name: 'capped',
    scopes: ['signals:read'],
    expiresAt: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    monthlyCapRecords: 100,
  });
  // The key was created for two days: not notable on its first day, but on its last.
  expect(await codes()).toEqual([]);
  const keys = new Pool({ connectionString: dashboard.database.connectionString('identity'), max: 1 });
  await keys.query(`UPDATE identity.api_key SET created_at = now() - interval '20 days' WHERE key_id = $1`, [
    key.id,
  ]);
  await keys.end();
  expect(await codes()).toEqual(['key_expires_soon']);
  await charge(account.id, key.id, 100);
  expect(await codes()).toEqual(['api_allowance_used', 'key_expires_soon', 'key_cap_near']);
  const credit = { accountId: account.id, micros: 1_000_000n, reference: 'gift', reason: 'gift' };
  await dashboard.admin.ledger.credit(credit, call);
  expect(await codes()).toEqual(['balance_low', 'key_expires_soon', 'key_cap_near']);
  await charge(account.id, key.id, 200);
  expect(await codes()).toEqual(['balance_empty', 'key_expires_soon', 'key_cap_near']);
  expect((await person.data<{ isLow: boolean }>('GET', '/billing')).isLow).toBe(true);
  await dashboard.admin.identity.revokeKey({ id: key.id, accountId: '', actor: undefined }, call);
  expect(await codes()).toEqual(['balance_empty', 'no_keys']);
});
