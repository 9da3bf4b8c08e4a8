import { chooseServer, isOutdated, type ServerState } from './server-state';

const [a, b] = [
  { host: 'a', port: 1 },
  { host: 'b', port: 2 },
];
const primary = (server: ServerState['server'], timeline: number): ServerState => ({
  server,
  role: 'primary',
  timeline,
  failure: undefined,
});
const standby = (server: ServerState['server']): ServerState => ({
  server,
  role: 'standby',
  timeline: 0,
  failure: undefined,
});
const silent = (server: ServerState['server'], timeline: number): ServerState => ({
  server,
  role: undefined,
  timeline,
  failure: new Error('no answer'),
});

it('chooses the primary at any position', () => {
  expect(chooseServer([standby(a), primary(b, 1)], false)?.server).toBe(b);
  expect(chooseServer([primary(a, 1), standby(b)], false)?.server).toBe(a);
  expect(chooseServer([standby(a), standby(b)], false)).toBeUndefined();
});

it('chooses the primary that was promoted last', () => {
  expect(chooseServer([primary(a, 1), primary(b, 2)], false)?.server).toBe(b);
  // The newest does not answer: the other is no substitute.
  expect(chooseServer([primary(a, 1), silent(b, 2)], false)).toBeUndefined();
});

it('prefers a standby, and falls back to the primary', () => {
  expect(chooseServer([primary(a, 1), standby(b)], true)?.server).toBe(b);
  expect(chooseServer([primary(a, 1), silent(b, 0)], true)?.server).toBe(a);
});

it('drops a server that another follows, but not one that is only silent', () => {
  expect(isOutdated(a, [primary(a, 1), standby(b)])).toBe(false);
  expect(isOutdated(a, [standby(a), standby(b)])).toBe(true);
  expect(isOutdated(a, [primary(a, 1), primary(b, 2)])).toBe(true);
  expect(isOutdated(b, [primary(a, 1), primary(b, 2)])).toBe(false);
  expect(isOutdated(a, [silent(a, 1), primary(b, 2)])).toBe(true);
  expect(isOutdated(a, [silent(a, 1), standby(b)])).toBe(false);
  expect(isOutdated(b, [primary(a, 1), silent(b, 2)])).toBe(false);
});
