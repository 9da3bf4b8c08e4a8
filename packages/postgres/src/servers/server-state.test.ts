import { chooseServer, isOutdated, type ServerState } from './server-state';

const [a, b] = [
  { host: 'a', port: 1 },
  { host: 'b', port: 2 },
];
const primary = (server: ServerState['server'], timeline: number): ServerState => ({
  server,
  role: 'primary',
  timeline,
  isStalled: false,
  failure: undefined,
});
const standby = (server: ServerState['server'], isStalled = false): ServerState => ({
  server,
  role: 'standby',
  timeline: 0,
  isStalled,
  failure: undefined,
});
const silent = (server: ServerState['server'], timeline: number): ServerState => ({
  server,
  role: undefined,
  timeline,
  isStalled: false,
  failure: new Error('no answer'),
});

it('chooses the primary at any position', () => {
  expect(chooseServer([standby(a), primary(b, 1)], false)?.server).toBe(b);
  expect(chooseServer([primary(a, 1), standby(b)], false)?.server).toBe(a);
  expect(chooseServer([standby(a), standby(b)], false)).toBeUndefined();
});

it('chooses the primary that was promoted last', () => {
  expect(chooseServer([primary(a, 1), primary(b, 2)], false)?.server).toBe(b);
  // The newest does not answer, and the other is no substitute.
  expect(chooseServer([primary(a, 1), silent(b, 2)], false)).toBeUndefined();
});

it('prefers a standby, and falls back to the primary', () => {
  expect(chooseServer([primary(a, 1), standby(b)], true)?.server).toBe(b);
  expect(chooseServer([primary(a, 1), silent(b, 0)], true)?.server).toBe(a);
});

it('prefers a standby that is not stalled, and leaves a stalled one', () => {
  const [c, d] = [
    { host: 'c', port: 3 },
    { host: 'd', port: 4 },
  ];
  const one = [primary(a, 1), standby(b, true), standby(c), standby(d)];
  expect(chooseServer(one, true)?.server).toBe(c);
  expect([a, b, c, d].filter((server) => isOutdated(server, one, true))).toEqual([b]);
  const all = [primary(a, 1), standby(b, true), standby(c, true)];
  expect(chooseServer(all, true)?.server).toBe(b);
  expect([a, b, c].filter((server) => isOutdated(server, all, true))).toEqual([]);
});

it('drops a server that another one follows, but not a merely silent one', () => {
  expect(isOutdated(a, [primary(a, 1), standby(b)], false)).toBe(false);
  expect(isOutdated(a, [standby(a), standby(b)], false)).toBe(true);
  expect(isOutdated(a, [primary(a, 1), primary(b, 2)], false)).toBe(true);
  expect(isOutdated(b, [primary(a, 1), primary(b, 2)], false)).toBe(false);
  expect(isOutdated(a, [silent(a, 1), primary(b, 2)], false)).toBe(true);
  expect(isOutdated(a, [silent(a, 1), standby(b)], false)).toBe(false);
  expect(isOutdated(b, [primary(a, 1), silent(b, 2)], false)).toBe(false);
});
