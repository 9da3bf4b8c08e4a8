import { parseCommandLine } from './command-line';

it('starts a cluster without arguments', () => {
  expect(parseCommandLine([])).toMatchObject({ control: undefined, plan: undefined, replicas: {} });
});

it('reads the number of instances', () => {
  const { replicas } = parseCommandLine(['--replicas', 'ledger=3,metering=2', '--replicas', 'search=4']);
  expect(replicas).toEqual({ ledger: 3, metering: 2, search: 4 });
});

it('reads what to do under load', () => {
  expect(parseCommandLine(['--rolling-restart', '--at-once', '3']).plan).toMatchObject({
    rollingRestart: true,
    atOnce: 3,
    durationMs: 0,
  });
  expect(parseCommandLine(['--scale', 'metering=1,3', '--rate', '200']).plan).toMatchObject({
    rollingRestart: false,
    scale: [{ service: 'metering', replicas: [1, 3] }],
    requestsPerSecond: 200,
  });
  expect(parseCommandLine(['--duration', '60']).plan).toMatchObject({ durationMs: 60_000, semantic: false });
  expect(parseCommandLine(['--duration', '60', '--semantic']).plan).toMatchObject({ semantic: true });
});

it('reads commands for a running cluster', () => {
  expect(parseCommandLine(['status']).control).toEqual({ command: 'status' });
  expect(parseCommandLine(['restart', 'ledger', 'search']).control).toEqual({
    command: 'restart',
    services: ['ledger', 'search'],
    atOnce: 1,
  });
  expect(parseCommandLine(['scale', 'metering', '1']).control).toEqual({
    command: 'scale',
    service: 'metering',
    replicas: 1,
  });
  expect(parseCommandLine(['crash', 'gateway-1']).control).toEqual({
    command: 'crash',
    instance: 'gateway-1',
  });
});

it.each([
  ['--replica', 'ledger=3'],
  ['--replicas', 'ledger'],
  ['--replicas', 'ledger=0'],
  ['--scale', 'metering=1,many'],
  ['--rate', '0'],
  ['--duration', 'long'],
  ['scale', 'metering'],
  ['crash'],
  ['explode'],
])('refuses %s %s and points to the help', (...args) => {
  expect(() => parseCommandLine(args.filter((argument) => argument !== undefined))).toThrow(
    'npm run cluster -- --help lists commands and options',
  );
});
