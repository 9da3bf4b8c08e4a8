import { startBeforeAll } from '@heliograph/testing';
import { execFileSync } from 'node:child_process';
import { asked, AnsweringServices } from './support/answering-services';
import { runHere } from './support/in-process';

const services = startBeforeAll(() => AnsweringServices.start());
beforeEach(() => asked.clear());

describe('money', () => {
  test('credit add is exact', async () => {
    const args = ['credit', 'add', '--account', 'account-1', '--usd'];
    expect(await services.document(...args, '10.005001', '--reference', 'invoice-17')).toEqual({
      account: 'account-1',
      credited: true,
      balance: { currency: 'USD', amount: '19.755001' },
    });
    expect(asked.get('credit')).toMatchObject({
      accountId: 'account-1',
      micros: 10_005_001n,
      reference: 'invoice-17',
    });
    expect(await services.document(...args, '10', '--reference', 'seen')).toMatchObject({
      credited: false,
      balance: { amount: '9.750' },
    });
  });

  test('credit add without a reference, typed again, refuses the likely repetition unless confirmed', async () => {
    const args = ['credit', 'add', '--account', 'account-1', '--usd', '7'];
    const refused = await runHere(args, services.variables, { isTerminal: true });
    expect([refused.status, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toMatch(/^heliograph-admin: .*command:earlier.*--again.*--reference.*\n$/);
    expect(await services.document(...args, '--reference', 'invoice-18')).toMatchObject({ credited: true });
    expect(await services.document(...args, '--again')).toMatchObject({
      credited: true,
      reference: expect.stringMatching(/^command:[0-9a-f-]{36}$/),
    });
  });

  test('credit add by a program credits as often as it is run', async () => {
    const args = ['credit', 'add', '--account', 'account-1', '--usd', '7'];
    expect(await services.document(...args)).toMatchObject({ credited: true });
    expect(asked.get('credit')).toMatchObject({ unlessDuplicateWithinSeconds: undefined });
  });

  test.each(['0', '-5', '1.0000001', 'ten', '1000000.01'])('credit add --usd %s is refused', async (usd) => {
    const outcome = await runHere(['credit', 'add', '--account', 'a', '--usd', usd], services.variables);
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    expect(asked.size).toBe(0);
  });

  test.each([
    ['credit', 'add', '--usd', '10'],
    ['subscription', 'start', '--cli-records', '10', '--period-end', '2999-01-01'],
    ['prepaid-use'],
    ['usage'],
  ])('%s %s for an account that does not exist does not call the ledger', async (...args) => {
    const outcome = await runHere([...args, '--account', 'nobody'], services.variables);
    expect(outcome).toEqual({
      status: 1,
      stdout: '',
      stderr: 'heliograph-admin: There is no such account. (not_found)\n',
    });
    expect([...asked.keys()]).toEqual(['getAccount']);
  });

  test('subscription start', async () => {
    const args = ['subscription', 'start', '--account', 'account-1', '--cli-records', '10000'];
    expect(await services.document(...args, '--period-end', '2999-01-01T00:00:00+01:00')).toEqual({
      account: 'account-1',
      periodStart: '2026-11-20T09:30:00.000Z',
      periodEnd: '2998-12-31T23:00:00.000Z',
      cli: { granted: 10_000, used: 0, remaining: 10_000 },
    });
    expect(await runHere([...args, '--period-end', '2020-01-01'], services.variables)).toMatchObject({
      status: 2,
    });
  });

  test('subscription start --help has an example that works on any day', async () => {
    const { stdout } = await runHere(['subscription', 'start', '--help'], services.variables);
    const [, example] = /Example:\n {2}heliograph-admin (.+)/.exec(stdout)!;
    const known = example!.replace(/--account \S+/, '--account account-1');
    const args = execFileSync('bash', ['-c', `printf '%s\\n' ${known}`], { encoding: 'utf8' })
      .trim()
      .split('\n');
    expect(await runHere(args, services.variables)).toMatchObject({ status: 0, stderr: '' });
  });

  test.each(['0', '1.5', '1000000001'])('subscription start --cli-records %s is refused', async (records) => {
    const args = ['subscription', 'start', '--account', 'account-1', '--period-end', '2999-01-01'];
    const outcome = await runHere([...args, '--cli-records', records], services.variables);
    expect(outcome).toMatchObject({ status: 2, stdout: '' });
    expect(outcome.stderr).toContain('from 1 to 1000000000');
    expect(asked.size).toBe(0);
  });

  test('prepaid-use shows the settings, and changes those that are named', async () => {
    const args = ['prepaid-use', '--account', 'account-1'];
    expect(await services.document(...args)).toEqual({ account: 'account-1', cli: false, web: false });
    expect(asked.get('setPrepaidUse')).toEqual({ accountId: 'account-1', cli: undefined, web: undefined });
    expect(await services.document(...args, '--cli', 'on', '--web', 'off')).toMatchObject({ cli: true });
    expect(asked.get('setPrepaidUse')).toEqual({ accountId: 'account-1', cli: true, web: false });
    expect(await runHere([...args, '--cli', 'yes'], services.variables)).toMatchObject({ status: 2 });
  });

  test('usage', async () => {
    expect(await services.document('usage', '--account', 'account-1', '--month', '2026-11')).toEqual({
      account: 'account-1',
      month: '2026-11',
      requests: 3,
      records: 51,
      byOperation: [{ operation: 'searchSignals', requests: 3, records: 51 }],
      byKey: [{ credential: 'key-1', requests: 3, records: 51 }],
      allowances: {
        api: { granted: 100, used: 51, remaining: 49 },
        cli: { granted: 500, used: 0, remaining: 500 },
        web: { granted: 10, used: 1, remaining: 9 },
      },
      balance: { currency: 'USD', amount: '9.750', records: 1950 },
      subscription: null,
    });
    expect(asked.get('getUsage')).toEqual({ accountId: 'account-1', month: '2026-11' });
    const text = await runHere(['usage', '--account', 'account-1'], services.variables);
    expect(text.stdout).toContain('balance          $9.750, pays for 1,950 records\n');
    expect(
      await runHere(['usage', '--account', 'a', '--month', '2026-13'], services.variables),
    ).toMatchObject({
      status: 2,
    });
  });
});
