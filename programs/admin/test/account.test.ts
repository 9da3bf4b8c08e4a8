import { identity } from '@heliograph/proto';
import { startBeforeAll } from '@heliograph/testing';
import { asked, AnsweringServices } from './support/answering-services';
import { runHere } from './support/in-process';

const services = startBeforeAll(() => AnsweringServices.start());
beforeEach(() => asked.clear());

describe('account', () => {
  test('create', async () => {
    expect(
      await services.document('account', 'create', '--email', 'ada@example.com', '--plan', 'paid'),
    ).toEqual({
      id: 'account-1',
      email: 'ada@example.com',
      plan: 'paid',
    });
    expect(await services.document('account', 'create', '--email', 'b@example.com')).toMatchObject({
      plan: 'free',
    });
  });

  test("create reports the service's issue", async () => {
    expect(await runHere(['account', 'create', '--email', 'ada'], services.variables)).toEqual({
      status: 1,
      stdout: '',
      stderr: 'heliograph-admin: email: must be an address (invalid_parameter)\n',
    });
  });

  test('show includes balance and keys', async () => {
    expect(await services.document('account', 'show', 'account-1')).toEqual({
      id: 'account-1',
      email: 'ada@example.com',
      name: 'Ada',
      plan: 'paid',
      role: 'user',
      status: 'active',
      createdAt: '2026-11-20T09:30:00.000Z',
      balance: { currency: 'USD', amount: '9.750', records: 1950 },
      keys: ['key-1', 'key-2', 'key-3'].map((id) => expect.objectContaining({ id }) as unknown),
    });
    const { stdout } = await runHere(['account', 'show', 'account-1'], services.variables);
    expect(stdout).toMatch(/^balance +\$9\.750, pays for 1,950 records$/m);
    expect(stdout).toMatch(/^keys +3$/m);
    expect(stdout).toMatch(/^ {2}key-2 +hg_live_abcd, nightly export, revoked 2026-11-20T09:30:00\.000Z$/m);
    expect(await runHere(['account', 'show', 'nobody'], services.variables)).toMatchObject({
      status: 1,
      stderr: 'heliograph-admin: There is no such account. (not_found)\n',
    });
  });

  test.each([
    ['disable', 'disabled'],
    ['suspend', 'suspended'],
    ['enable', 'active'],
  ])('%s makes it %s', async (verb, status) => {
    expect(await services.document('account', verb, 'account-1', '--reason', 'asked for')).toMatchObject({
      id: 'account-1',
      status,
    });
    expect(asked.get('setAccountStatus')).toMatchObject({ id: 'account-1', reason: 'asked for' });
  });

  test('list reads as many pages as requested', async () => {
    const listed = (await services.document('account', 'list', '--query', 'ada', '--limit', '230')) as {
      accounts: { id: string }[];
    };
    expect(listed.accounts.map(({ id }) => id)).toEqual(
      Array.from({ length: 230 }, (_, index) => `account-${index + 1}`),
    );
    expect(asked.get('listAccounts')).toEqual({ query: 'ada', limit: 30, pageToken: '200' });
    const text = await runHere(['account', 'list', '--limit', '1'], services.variables);
    expect(text.stdout).toContain('account-1  ada@example.com  Ada   paid  user  active');
    expect(text.stdout).toContain('never');
    expect(text.stderr).toContain('There are more');
    expect(await runHere(['account', 'list', '--limit', '0'], services.variables)).toMatchObject({
      status: 2,
    });
  });

  test('set-plan and set-role change one property each', async () => {
    const unchanged = { id: 'account-1', plan: 0, role: 0, reason: '' };
    expect(
      await services.document('account', 'set-plan', 'account-1', 'free', '--reason', 'ended'),
    ).toMatchObject({
      plan: 'free',
    });
    expect(asked.get('updateAccount')).toEqual({ ...unchanged, plan: identity.Plan.FREE, reason: 'ended' });
    expect(await services.document('account', 'set-role', 'account-1', 'operator')).toMatchObject({
      role: 'operator',
    });
    expect(asked.get('updateAccount')).toEqual({ ...unchanged, role: identity.Role.OPERATOR });
    for (const args of [
      ['set-plan', 'account-1', 'gold'],
      ['set-role', 'account-1', 'root'],
      ['set-role', 'account-1'],
    ]) {
      expect(await runHere(['account', ...args], services.variables)).toMatchObject({
        status: 2,
        stdout: '',
      });
    }
  });
});
