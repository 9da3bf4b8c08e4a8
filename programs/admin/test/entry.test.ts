import { startBeforeAll } from '@heliograph/testing';
import { asked, AnsweringServices } from './support/answering-services';
import { runHere } from './support/in-process';

const services = startBeforeAll(() => AnsweringServices.start());
beforeEach(() => asked.clear());

describe('entry', () => {
  test('list shows changes with their signs, newest first', async () => {
    const listed = await services.document('entry', 'list', '--account', 'account-1');
    expect(listed).toEqual({
      account: 'account-1',
      entries: [
        {
          id: 'entry-3',
          account: 'account-1',
          kind: 'reversal',
          createdAt: '2026-11-20T09:30:00.000Z',
          apiRecords: 30,
          cliRecords: 0,
          subscriptionRecords: 0,
          balanceMicros: 100_000,
          reason: 'mistake',
          reverses: 'entry-2',
        },
        {
          id: 'entry-2',
          account: 'account-1',
          kind: 'charge',
          createdAt: '2026-11-20T09:30:00.000Z',
          apiRecords: -30,
          cliRecords: 0,
          subscriptionRecords: 0,
          balanceMicros: -100_000,
          charge: {
            credential: 'key-1',
            operation: 'searchSignals',
            records: 50,
            requestId: 'request-7',
          },
          reversedBy: 'entry-3',
        },
        expect.objectContaining({ id: 'entry-1', kind: 'credit', reference: 'invoice-17' }),
      ],
    });
    const { stdout } = await runHere(['entry', 'list', '--account', 'account-1'], services.variables);
    expect(stdout).toMatch(/^ID +TIME +KIND +API +COMMAND LINE +SUBSCRIPTION +BALANCE +WHY\n/);
    expect(stdout).toMatch(
      /entry-2 .* charge +-30 +-\$0.100 +searchSignals request-7, reversed by entry-3\n/,
    );
    expect(stdout).toMatch(/entry-1 .* credit +\+\$10.000 +invoice-17, paid\n/);
  });

  test('list accepts a kind and a limit, and says when there are more', async () => {
    const args = ['entry', 'list', '--account', 'account-1'];
    expect(await services.document(...args, '--kind', 'credit')).toMatchObject({
      entries: [{ id: 'entry-1' }],
    });
    const text = await runHere([...args, '--limit', '2'], services.variables);
    expect(text.stdout.trim().split('\n')).toHaveLength(3);
    expect(text.stderr).toContain('There are more');
    for (const wrong of [
      ['--kind', 'gift'],
      ['--limit', '0'],
    ]) {
      expect(await runHere([...args, ...wrong], services.variables)).toMatchObject({ status: 2, stdout: '' });
    }
  });

  test('reverse', async () => {
    expect(
      await services.document('entry', 'reverse', 'entry-2', '--reason', 'the data was wrong'),
    ).toMatchObject({
      id: 'entry-3',
      kind: 'reversal',
      reverses: 'entry-2',
      reason: 'the data was wrong',
      apiRecords: 30,
    });
    expect(asked.get('reverseEntry')).toEqual({
      entryId: 'entry-2',
      reason: 'the data was wrong',
      asFarAsLeft: false,
    });
    const text = await runHere(['entry', 'reverse', 'entry-2', '--reason', 'wrong'], services.variables);
    expect(text.stdout).toContain('balance   +$0.100\n');
    expect(await runHere(['entry', 'reverse', 'entry-9', '--reason', 'r'], services.variables)).toMatchObject(
      {
        status: 1,
        stderr: 'heliograph-admin: There is no such entry. (not_found)\n',
      },
    );
    for (const args of [['entry-2'], ['entry-2', '--reason', ' ']]) {
      expect(await runHere(['entry', 'reverse', ...args], services.variables)).toMatchObject({ status: 2 });
    }
  });
});
