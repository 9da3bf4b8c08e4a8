import { expectedConnections } from './expected-connections';

const programs = {
  admin: { isCommand: true },
  vectors: { isLocal: true },
  gateway: { port: 8080, calls: ['ledger', 'vectors'], uses: ['redis'] },
  ledger: { uses: ['postgresql'] },
};
const connections = expectedConnections(programs, 'edge', 'monitoring');
const isAllowed = (from: string, to: string, port: number) =>
  connections.find((each) => each.from === from && each.to === to && each.port === port)?.isAllowed;

it('allows the calls and uses of each program and no other pair', () => {
  expect(isAllowed('gateway', 'ledger', 50_051)).toBe(true);
  expect(isAllowed('ledger', 'gateway', 8_080)).toBe(false);
  expect(isAllowed('gateway', 'redis', 6_379)).toBe(true);
  expect(isAllowed('gateway', 'postgresql', 5_432)).toBe(false);
});

it('allows clients only the public port, and monitoring only the metrics', () => {
  expect(isAllowed('edge', 'gateway', 8_080)).toBe(true);
  expect(isAllowed('edge', 'ledger', 50_051)).toBe(false);
  expect(isAllowed('edge', 'ledger', 9_464)).toBe(false);
  expect(isAllowed('monitoring', 'ledger', 9_464)).toBe(true);
  expect(isAllowed('monitoring', 'gateway', 8_080)).toBe(false);
});

it('omits programs that do not run in a cluster', () => {
  expect(
    connections.some(({ from, to }) => [from, to].some((name) => ['admin', 'vectors'].includes(name))),
  ).toBe(false);
});
