import { startBeforeAll } from '@heliograph/testing';
import { asked, AnsweringServices } from './support/answering-services';
import { runHere } from './support/in-process';
import { secretKey } from './support/records';

const services = startBeforeAll(() => AnsweringServices.start());
beforeEach(() => asked.clear());

describe('key', () => {
  test('roll shows the new key once', async () => {
    expect(await services.document('key', 'roll', 'key-1', '--overlap-hours', '24')).toMatchObject({
      id: 'key-4',
      key: secretKey,
      replaces: 'key-1',
      scopes: ['signals:read'],
    });
    expect(asked.get('rollKey')).toEqual({ id: 'key-1', accountId: '', overlapSeconds: 86_400 });
    const text = await runHere(['key', 'roll', 'key-1', '--overlap-hours', '0'], services.variables);
    expect(text.stdout).toContain(secretKey);
    expect(text.stdout).toContain('revoked');
    expect(text.stderr).toContain('shown only once');
  });

  test.each([[[]], [['--overlap-hours', '721']], [['--overlap-hours', '-1']]])(
    'roll is refused with %j',
    async (args) => {
      expect(await runHere(['key', 'roll', 'key-1', ...args], services.variables)).toMatchObject({
        status: 2,
        stdout: '',
      });
      expect(asked.size).toBe(0);
    },
  );

  test('create shows the key once', async () => {
    const args = ['key', 'create', '--account', 'account-1', '--scopes', 'signals:read, companies:read'];
    expect(await services.document(...args, '--name', 'export', '--expires', '2999-01-31')).toEqual({
      id: 'key-1',
      key: secretKey,
      scopes: ['signals:read', 'companies:read'],
    });
    expect(asked.get('createKey')).toEqual({
      accountId: 'account-1',
      name: 'export',
      scopes: ['signals:read', 'companies:read'],
      expiresAt: new Date('2999-01-31T00:00:00Z'),
      monthlyCapRecords: undefined,
    });
    expect(await services.document(...args, '--monthly-cap', '20000')).toMatchObject({ monthlyCap: 20_000 });
    expect(asked.get('createKey')).toMatchObject({ monthlyCapRecords: 20_000n });
    const text = await runHere(args, services.variables);
    expect(text.stdout).toContain(secretKey);
    expect(text.stderr).toContain('shown only once');
  });

  test.each(['yesterday', '2999-02-30', '2020-01-01'])('--expires %s is refused', async (expires) => {
    const args = ['key', 'create', '--account', 'a', '--scopes', 'signals:read', '--expires', expires];
    expect(await runHere(args, services.variables)).toMatchObject({ status: 2, stdout: '' });
    expect(asked.size).toBe(0);
  });

  test.each(['0', '-1', '1.5', 'many', 'none', '1e3'])('create --monthly-cap %s is refused', async (cap) => {
    const args = ['key', 'create', '--account', 'a', '--scopes', 'signals:read', '--monthly-cap', cap];
    expect(await runHere(args, services.variables)).toMatchObject({ status: 2, stdout: '' });
    expect(asked.size).toBe(0);
  });

  test('update changes what is named and keeps the rest', async () => {
    expect(await services.document('key', 'update', 'key-1', '--monthly-cap', '20000')).toMatchObject({
      id: 'key-1',
      name: 'nightly export',
      monthlyCap: 20_000,
    });
    expect(asked.get('updateKey')).toEqual({
      id: 'key-1',
      name: undefined,
      monthlyCapRecords: 20_000n,
      accountId: '',
    });
    expect(await services.document('key', 'update', 'key-1', '--name', 'new')).toMatchObject({
      name: 'new',
      monthlyCap: 500,
    });
    expect(asked.get('updateKey')).toEqual({ id: 'key-1', name: 'new', accountId: '' });
  });

  test('update --monthly-cap none removes the cap', async () => {
    const changed = await services.document('key', 'update', 'key-1', '--monthly-cap', 'none');
    expect(changed).not.toHaveProperty('monthlyCap');
    expect(asked.get('updateKey')).toMatchObject({ monthlyCapRecords: 0n });
    const text = await runHere(['key', 'update', 'key-1', '--monthly-cap', 'none'], services.variables);
    expect(text.stdout).toBe('id           key-1\nname         nightly export\nmonthly cap  none\n');
  });

  test.each([[[]], [['--monthly-cap', '0']], [['--monthly-cap', 'lots']]])(
    'update with %j is refused',
    async (options) => {
      const outcome = await runHere(['key', 'update', 'key-1', ...options], services.variables);
      expect(outcome).toMatchObject({ status: 2, stdout: '' });
      expect(asked.size).toBe(0);
    },
  );

  test('list', async () => {
    const { keys } = (await services.document('key', 'list', '--account', 'account-1')) as {
      keys: unknown[];
    };
    expect(keys).toEqual([
      {
        id: 'key-1',
        name: 'nightly export',
        hint: 'hg_live_abcd',
        scopes: ['signals:read'],
        createdAt: '2026-11-20T09:30:00.000Z',
      },
      expect.objectContaining({ id: 'key-2', revokedAt: '2026-11-20T09:30:00.000Z' }),
      expect.objectContaining({
        id: 'key-3',
        monthlyCap: 20_000,
        lastUsedAt: '2026-11-20T09:30:00.000Z',
      }),
    ]);
    const text = await runHere(['key', 'list', '--account', 'account-1'], services.variables);
    const [head, first, , third] = text.stdout.split('\n');
    expect(head).toMatch(/^ID {5}KEY +NAME +SCOPES +CREATED +EXPIRES +MONTHLY CAP +LAST USED$/);
    expect(first).toMatch(/never +none +never$/);
    expect(third).toMatch(/never +20000 +2026-11-20T09:30:00.000Z$/);
  });

  test('revoke', async () => {
    expect(await services.document('key', 'revoke', 'key-1')).toMatchObject({
      id: 'key-1',
      revokedAt: '2026-11-20T09:30:00.000Z',
    });
  });
});
