import { generateCallerKey, parsePublicKeys, publicHalf, trustedKeys } from './caller-keys';
import { TokenSource, TokenVerifier } from './caller-token';

const key = generateCallerKey();
const AUDIENCE = 'heliograph.ledger.v1.LedgerService';
let nowMs = 0;
const now = () => nowMs;
const source = () => new TokenSource('gateway', key, AUDIENCE, now);
const verifier = () =>
  new TokenVerifier(parsePublicKeys(trustedKeys({ gateway: key })), new Set([AUDIENCE]), now);

beforeEach(() => (nowMs = 1_900_000_000_000));

it('is used for half its life, so that clocks may differ by the other half', () => {
  const tokens = source();
  const first = tokens.get();
  nowMs += 149_000;
  expect(tokens.get()).toBe(first);
  nowMs += 149_000;
  expect(verifier().callerOf(first)).toBe('gateway');
  expect(tokens.get()).not.toBe(first);
  nowMs += 3_000;
  expect(verifier().callerOf(first)).toBeUndefined();
  expect(verifier().callerOf(tokens.get())).toBe('gateway');
});

it('is made again when the clock was set back', () => {
  const tokens = source();
  const ahead = tokens.get();
  nowMs -= 86_400_000;
  expect(tokens.get()).not.toBe(ahead);
});

it('is remembered by a server within a bound', () => {
  const server = verifier();
  for (let count = 0; count < 5_000; count += 1) {
    nowMs += 1_000;
    expect(server.callerOf(source().get())).toBe('gateway');
  }
  expect((server as unknown as { genuine: Map<string, unknown> }).genuine.size).toBeLessThan(4_097);
}, 30_000);

it.each([
  '',
  'gateway',
  'gateway=',
  'gateway=x',
  `gateway=${'x'.repeat(44)}`,
  `Gateway=${publicHalf(key)}`,
  ',',
])('%j is no list of public keys', (text) => {
  expect(() => parsePublicKeys(text)).toThrow('must be name=key');
});
