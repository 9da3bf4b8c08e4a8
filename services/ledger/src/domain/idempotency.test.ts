import { exclusiveKeys, REPLAY_WINDOW_SECONDS } from './idempotency';

const request = { fingerprint: Buffer.alloc(32), monthlyCapRecords: undefined, claim: 'claim-1' };

it('shares no batch with a request under the same key of the same credential', () => {
  const keysOf = (credentialId: string, key: string) => exclusiveKeys({ ...request, credentialId, key });
  expect(keysOf('a', 'key-0001')).toEqual(['a key-0001']);
  expect(keysOf('a', 'key-0001')).toEqual(keysOf('a', 'key-0001'));
  expect(keysOf('a', 'key-0001')).not.toEqual(keysOf('a', 'key-0002'));
  expect(keysOf('a', 'key-0001')).not.toEqual(keysOf('b', 'key-0001'));
});

it('replays for a day', () => expect(REPLAY_WINDOW_SECONDS).toBe(86_400));
