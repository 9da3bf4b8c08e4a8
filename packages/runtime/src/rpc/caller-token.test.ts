import { generateCallerKey, parsePublicKeys, publicHalf, trustedKeys } from './caller-keys';
import { TokenSource, TokenVerifier } from './caller-token';

const key = generateCallerKey();
const AUDIENCE = 'heliograph.ledger.v1.LedgerService';
let nowMs = 0;
const now = () => nowMs;
const source = () => new TokenSource('gateway', key, AUDIENCE, now);
const verifier = (maximumRemembered?: number) =>
  new TokenVerifier(
    parsePublicKeys(trustedKeys({ gateway: key })),
    new Set([AUDIENCE]),
    now,
    maximumRemembered,
  );

beforeEach(() => (nowMs = 1_900_000_000_000));

it('is used for half its lifetime, so that clocks may differ by the other half', () => {
  const tokens = source();
  const first = tokens.get();
  nowMs += 149_000;
  expect(tokens.get()).toBe(first);
  nowMs += 149_000;
  expect(verifier().verify(first)).toEqual({ caller: 'gateway' });
  expect(tokens.get()).not.toBe(first);
  nowMs += 3_000;
  expect(verifier().verify(first)).toEqual({ refusal: 'expired' });
  expect(verifier().verify(tokens.get())).toEqual({ caller: 'gateway' });
});

it('is renewed if the clock was set back', () => {
  const tokens = source();
  const ahead = tokens.get();
  nowMs -= 86_400_000;
  expect(tokens.get()).not.toBe(ahead);
});

it('is cached by a server up to a limit', () => {
  const server = verifier(10);
  for (let count = 0; count < 50; count += 1) {
    nowMs += 1_000;
    expect(server.verify(source().get())).toEqual({ caller: 'gateway' });
    expect((server as unknown as { genuine: Map<string, unknown> }).genuine.size).toBeLessThan(11);
  }
});

it('is refused with the reason, even if it was cached', () => {
  const server = verifier();
  const good = source().get();
  expect(server.verify(good)).toEqual({ caller: 'gateway' });
  const foreign = new TokenSource('gateway', generateCallerKey(), AUDIENCE, now).get();
  expect(server.verify(foreign)).toEqual({ refusal: 'wrong_key' });
  const ofAnother = new TokenSource('admin', key, AUDIENCE, now).get();
  expect(server.verify(ofAnother)).toEqual({ refusal: 'wrong_key' });
  const elsewhere = new TokenSource('gateway', key, 'heliograph.search.v1.SearchService', now).get();
  expect(server.verify(elsewhere)).toEqual({ refusal: 'other_service' });
  for (const nonsense of ['', 'x', `${good}.x`]) {
    expect(server.verify(nonsense)).toEqual({ refusal: 'no_token' });
  }
  nowMs += 300_000;
  expect(server.verify(good)).toEqual({ refusal: 'expired' });
  expect(verifier().verify(good)).toEqual({ refusal: 'expired' });
});

it.each([
  '',
  'gateway',
  'gateway=',
  'gateway=x',
  `gateway=${'x'.repeat(44)}`,
  `Gateway=${publicHalf(key)}`,
  ',',
])('%j is not a list of public keys', (text) => {
  expect(() => parsePublicKeys(text)).toThrow('must be name=key');
});
