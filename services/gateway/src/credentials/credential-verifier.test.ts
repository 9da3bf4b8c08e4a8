import { identity } from '@heliograph/proto';
import { generateApiKey, hashApiKey, ServiceError } from '@heliograph/runtime';
import { CredentialVerifier } from './credential-verifier';

const call = { requestId: 'request-1' };
const { API_KEY } = identity.CredentialKind;
const start = Date.UTC(2026, 10, 20, 10, 23);

function setUp() {
  const state = {
    now: start,
    steady: 0,
    asked: [] as string[],
    hits: 0,
    misses: 0,
    answer: async () => response(),
  };
  const verifier = new CredentialVerifier(
    {
      authenticate: ({ keyHash }) => {
        state.asked.push(keyHash.toString('hex'));
        return state.answer();
      },
    },
    { onCacheHit: () => state.hits++, onCacheMiss: () => state.misses++ },
    () => state.now,
    () => state.steady,
  );
  return { verifier, state, key: generateApiKey().secret };
}

const response = (fields: Partial<identity.AuthenticateResponse> = {}) =>
  identity.AuthenticateResponse.fromPartial({
    verdict: identity.Verdict.VALID,
    credentialId: 'credential',
    accountId: 'account',
    scopes: ['signals:read'],
    ...fields,
  });

it('asks by hash and caches the verdict for 3 s', async () => {
  const { verifier, state, key } = setUp();
  expect(await verifier.verify(key, API_KEY, call)).toMatchObject({
    accountId: 'account',
    scopes: ['signals:read'],
  });
  state.now += 2_999;
  await verifier.verify(key, API_KEY, call);
  expect(state.asked).toEqual([hashApiKey(key).toString('hex')]);
  state.now += 1;
  await verifier.verify(key, API_KEY, call);
  expect(state.asked).toHaveLength(2);
  expect([state.hits, state.misses]).toEqual([1, 2]);
});

it("counts a verdict's age from when the request began", async () => {
  const { verifier, state, key } = setUp();
  state.answer = async () => {
    state.now += 2_000;
    return response();
  };
  await verifier.verify(key, API_KEY, call);
  state.now += 1_000;
  await verifier.verify(key, API_KEY, call);
  expect(state.asked).toHaveLength(2);
});

it('shares one call among concurrent misses', async () => {
  const { verifier, state, key } = setUp();
  await Promise.all([1, 2, 3].map(async () => verifier.verify(key, API_KEY, call)));
  expect(state.asked).toHaveLength(1);
});

it('caches unknown keys, too', async () => {
  const { verifier, state, key } = setUp();
  state.answer = async () => response({ verdict: identity.Verdict.UNKNOWN });
  await verifier.verify(key, API_KEY, call);
  expect(await verifier.verify(key, API_KEY, call)).toMatchObject({ verdict: identity.Verdict.UNKNOWN });
  expect(state.asked).toHaveLength(1);
  expect(verifier.wasValid(key)).toBe(false);
});

it('does not let a cached verdict outlive the key', async () => {
  const { verifier, state, key } = setUp();
  state.answer = async () => response({ expiresAt: new Date(start + 1_000) });
  expect((await verifier.verify(key, API_KEY, call)).verdict).toBe(identity.Verdict.VALID);
  state.now += 1_000;
  expect((await verifier.verify(key, API_KEY, call)).verdict).toBe(identity.Verdict.EXPIRED);
});

it('serves a verdict for up to 4.5 s while identity does not answer', async () => {
  const { verifier, state, key } = setUp();
  await verifier.verify(key, API_KEY, call);
  state.answer = () => Promise.reject(new ServiceError('unavailable', 'gone'));
  state.now += 4_499;
  expect((await verifier.verify(key, API_KEY, call)).verdict).toBe(identity.Verdict.VALID);
  state.now += 1;
  await expect(Promise.resolve(verifier.verify(key, API_KEY, call))).rejects.toMatchObject({
    code: 'unavailable',
  });
});

it('serves a cached verdict while identity is slow, and the new one once it arrives', async () => {
  const { verifier, state, key } = setUp();
  await verifier.verify(key, API_KEY, call);
  state.now += 3_500;
  let answer!: (response: identity.AuthenticateResponse) => void;
  state.answer = () => new Promise((resolve) => (answer = resolve));
  expect((await verifier.verify(key, API_KEY, call)).verdict).toBe(identity.Verdict.VALID);
  // Too old: the call in flight is awaited.
  state.now += 1_000;
  const waiting = Promise.resolve(verifier.verify(key, API_KEY, call));
  answer(response({ verdict: identity.Verdict.REVOKED }));
  expect((await waiting).verdict).toBe(identity.Verdict.REVOKED);
  expect(state.asked).toHaveLength(2);
});

it('caches a verdict that arrives when no request waits for it', async () => {
  const { verifier, state, key } = setUp();
  await verifier.verify(key, API_KEY, call);
  state.now += 3_500;
  let answer!: (response: identity.AuthenticateResponse) => void;
  state.answer = () => new Promise((resolve) => (answer = resolve));
  await verifier.verify(key, API_KEY, call);
  answer(response({ verdict: identity.Verdict.REVOKED }));
  await Promise.resolve();
  await new Promise(setImmediate);
  expect((await verifier.verify(key, API_KEY, call)).verdict).toBe(identity.Verdict.REVOKED);
  expect(state.asked).toHaveLength(2);
});

it.each([
  ['set back', -3_600_000],
  ['standing still', 0],
])("keeps counting a verdict's age while the wall clock is %s", async (_name, change) => {
  const { verifier, state, key } = setUp();
  await verifier.verify(key, API_KEY, call);
  state.now += change;
  state.steady += 2_999;
  await verifier.verify(key, API_KEY, call);
  expect(state.asked).toHaveLength(1);
  state.steady += 1;
  await verifier.verify(key, API_KEY, call);
  expect(state.asked).toHaveLength(2);
  state.answer = () => Promise.reject(new ServiceError('unavailable', 'gone'));
  state.steady += 4_500;
  await expect(Promise.resolve(verifier.verify(key, API_KEY, call))).rejects.toMatchObject({
    code: 'unavailable',
  });
});

it("returns the key's cap as of identity's answer", async () => {
  const { verifier, state, key } = setUp();
  state.answer = async () => response({ monthlyCapRecords: 500n });
  expect((await verifier.verify(key, API_KEY, call)).monthlyCapRecords).toBe(500n);
  state.answer = async () => response();
  state.now += 3_000;
  expect((await verifier.verify(key, API_KEY, call)).monthlyCapRecords).toBeUndefined();
});

it('does not cache failures', async () => {
  const { verifier, state, key } = setUp();
  state.answer = () => Promise.reject(new ServiceError('unavailable', 'gone'));
  await expect(Promise.resolve(verifier.verify(key, API_KEY, call))).rejects.toMatchObject({
    code: 'unavailable',
  });
  state.answer = async () => response();
  expect((await verifier.verify(key, API_KEY, call)).verdict).toBe(identity.Verdict.VALID);
});
