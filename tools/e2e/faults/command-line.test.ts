import { listing, parseCommandLine, UsageError } from './command-line';
import { FAULT_NAMES, kindsWithout } from './plan/fault-kinds';

it('runs everything for ten minutes by default', () => {
  expect(parseCommandLine([])).toEqual({
    mode: 'run',
    isOnce: false,
    seconds: 600,
    seed: undefined,
    clients: 12,
    kinds: kindsWithout(['patroni']),
    meanGapMs: undefined,
    without: ['patroni'],
    reportDirectory: undefined,
    json: false,
    keep: false,
  });
});

it('reads options', () => {
  const args = [
    '--seconds',
    '30',
    '--seed',
    '7',
    '--only',
    'kill-ledger,poison',
    '--without',
    'kafka,redis',
    '--json',
    '--once',
  ];
  expect(parseCommandLine(args)).toMatchObject({
    isOnce: true,
    seconds: 30,
    seed: 7,
    kinds: ['kill-ledger', 'poison'],
    without: ['kafka', 'redis', 'patroni'],
    json: true,
  });
});

it('omits faults whose parts are missing', () => {
  const { kinds } = parseCommandLine(['--without', 'redis']);
  expect(kinds).not.toContain('kill-redis');
  expect(kinds).toContain('kill-broker');
});

it('makes PostgreSQL fail over on request', () => {
  const { kinds } = parseCommandLine(['--database', 'patroni']);
  expect(kinds).toEqual(expect.arrayContaining(['cut-off-primary', 'kill-ledger']));
  expect(kinds).not.toContain('kill-postgres');
});

it.each([
  [['--seconds', 'ten'], '--seconds must be a whole number from 1 to 86400'],
  [['--clients', '0'], '--clients must be a whole number from 1 to 99'],
  [['--seed', '-1'], "Option '--seed' argument is ambiguous"],
  [['--only', 'kill-sun'], '--only: kill-sun is not one of kill-gateway'],
  [['--only', ''], '--only: nothing is not one of kill-gateway'],
  [['--without', 'postgres'], '--without: postgres is not one of kafka, redis'],
  [['--without', 'kafka', '--only', 'kill-broker'], 'kill-broker cannot run without kafka'],
  [['--only', 'lose-primary'], 'lose-primary cannot run without patroni'],
  [['--database', 'oracle'], '--database: oracle is not one of embedded, patroni'],
  [['--fast'], "Unknown option '--fast'"],
])('refuses %p', (args, message) => {
  expect(() => parseCommandLine(args)).toThrow(UsageError);
  expect(() => parseCommandLine(args)).toThrow(message);
});

it('lists every kind with its description', () => {
  expect(listing().split('\n')).toHaveLength(FAULT_NAMES.length + 1);
  expect(listing()).toMatch(/^kill-broker +kill -9 of the broker.* \(needs kafka\)$/m);
});
