import { identity } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { changesOf } from './support/backend-responses';
import { problemFrom, startGatewayOver, withKey } from './support/gateway';
import { RealLedger } from './support/real-ledger';

const HELD_OF_ACCOUNT = 3;
const DAY_MS = 24 * 3_600_000;

const ledger = startBeforeAll(() => RealLedger.start());
const gateway = startBeforeAll(() =>
  ledger.startGateway({
    slots: { account: HELD_OF_ACCOUNT, process: 100 },
    heldRequests: { account: HELD_OF_ACCOUNT, process: 100 },
  }),
);
beforeEach(() => {
  gateway.backend.feeds.length = 0;
  gateway.backend.changes = async () => changesOf([]);
});

type Headers = Record<string, string>;

function newAccount() {
  const accountId = randomUUID();
  const key = gateway.backend.addKey({ accountId, credentialId: randomUUID() });
  const token = gateway.backend.addToken({ accountId, credentialId: randomUUID() });
  return {
    accountId,
    get: (path: string, headers: Headers = {}, init?: RequestInit) =>
      gateway.get(path, withKey(key, headers), init),
    cli: (path: string) => gateway.cli(path, withKey(token)),
  };
}

async function chargesOf(accountId: string): Promise<number[]> {
  const { rows } = await ledger.pool.query<{ records: string }>(
    `SELECT records FROM ledger.entry WHERE account_id = $1 AND kind = 'charge' ORDER BY entry_id`,
    [accountId],
  );
  return rows.map(({ records }) => Number(records));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
const consumed = ({ headers }: Response) => headers.get('x-records-consumed');
interface ApiResponse {
  data: { items: { signal: { id: string } }[]; nextCursor: string; caughtUp: boolean };
}
const bodyOf = async (response: Response) => (await response.json()) as ApiResponse;

it('charges each published or updated signal once, and never for withdrawals or an empty response', async () => {
  const { get, cli, accountId } = newAccount();
  gateway.backend.changes = async () => changesOf(['1', '2'], ['9']);
  const first = await get('/changes');
  expect([first.status, consumed(first), first.headers.get('x-records-remaining')]).toEqual([200, '2', '98']);
  expect((await bodyOf(first)).data).toMatchObject({ items: { length: 3 }, caughtUp: true });
  gateway.backend.changes = async () => changesOf(['2', '3']);
  expect(consumed(await get('/changes'))).toBe('1');
  // An account already has a signal, whichever interface returned it.
  expect(consumed(await cli('/changes'))).toBe('0');
  gateway.backend.changes = async () => changesOf([], ['3']);
  expect(consumed(await get('/changes'))).toBe('0');
  const charges = await chargesOf(accountId);
  gateway.backend.changes = async () => changesOf([]);
  const empty = await get('/changes');
  expect([empty.status, consumed(empty), empty.headers.get('x-records-remaining')]).toEqual([200, '0', '97']);
  expect(await chargesOf(accountId)).toEqual(charges);
  expect(sum(charges)).toBe(3);
});

it('charges an account with parallel feeds once per signal', async () => {
  const { get, accountId } = newAccount();
  let turn = 0;
  gateway.backend.changes = async () => {
    const from = (turn++ % 4) * 5;
    return changesOf(Array.from({ length: 10 }, (_, index) => String(from + index + 1)));
  };
  for (let round = 0; round < 8; round++) {
    const responses = await Promise.all([get('/changes'), get('/changes')]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  }
  expect(sum(await chargesOf(accountId))).toBe(25);
});

it('replays under an Idempotency-Key, except for empty responses', async () => {
  const { get, accountId } = newAccount();
  const headers = { 'idempotency-key': randomUUID() };
  expect((await bodyOf(await get('/changes?wait=1', headers))).data.items).toEqual([]);
  gateway.backend.changes = async () => changesOf(['1']);
  const first = await get('/changes?wait=1', headers);
  gateway.backend.changes = async () => changesOf(['1', '2']);
  const again = await get('/changes?wait=1', headers);
  expect([first, again].map((each) => [consumed(each), each.headers.get('idempotency-replayed')])).toEqual([
    ['1', null],
    ['0', 'true'],
  ]);
  expect(await again.text()).toBe(await first.text());
  expect(sum(await chargesOf(accountId))).toBe(1);
});

it("enforces a request's maximum, to which only new signals count", async () => {
  const { get, accountId } = newAccount();
  gateway.backend.changes = async () => changesOf(['1', '2']);
  const most = { 'x-max-records': '1' };
  expect(await problemFrom(await get('/changes', most))).toMatchObject({ code: 'budget_reached' });
  expect(await chargesOf(accountId)).toEqual([]);
  await get('/changes');
  gateway.backend.changes = async () => changesOf(['1', '2', '3']);
  expect(consumed(await get('/changes', most))).toBe('1');
});

it('continues by cursor, only with the same filters', async () => {
  const { get, cli } = newAccount();
  const { nextCursor } = (await bodyOf(await get('/changes?q=ships&limit=7&wait=20&fields=title'))).data;
  expect(gateway.backend.feeds.at(-1)).toMatchObject({ limit: 7, fields: ['title'], since: undefined });
  const { waitMs } = gateway.backend.feeds.at(-1)!;
  // Excludes the time that preceded the wait.
  expect(waitMs).toBeLessThanOrEqual(20_000);
  expect(waitMs).toBeGreaterThan(10_000);
  const on = await get(`/changes?q=ships&cursor=${nextCursor}`);
  expect(on.status).toBe(200);
  expect(gateway.backend.feeds.at(-1)).toMatchObject({
    after: { version: 7n, id: '12' },
    limit: 50,
    waitMs: 0,
  });
  expect(await problemFrom(await get(`/changes?q=other&cursor=${nextCursor}`))).toMatchObject({
    status: 400,
    code: 'cursor_mismatch',
  });
  for (const foreign of [newAccount().get, cli]) {
    expect(await problemFrom(await foreign(`/changes?q=ships&cursor=${nextCursor}`))).toMatchObject({
      code: 'cursor_invalid',
    });
  }
  expect(await problemFrom(await get(`/signals?q=ships&cursor=${nextCursor}`))).toMatchObject({
    code: 'cursor_invalid',
  });
});

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

it.each([
  [{ since: ago(29.9), cursor: 'x' }, 'since'],
  [{ since: ago(30.1) }, 'since'],
  [{ since: ago(-0.1) }, 'since'],
  [{ since: '2026-11' }, 'since'],
  [{ since: '2026-11-20T08:00:00' }, 'since'],
  [{ since: '2026-11-31T00:00:00Z' }, 'since'],
  [{ wait: '31' }, 'wait'],
  [{ wait: '1.5' }, 'wait'],
  [{ limit: '0' }, 'limit'],
  [{ limit: '101' }, 'limit'],
  [{ semantic: 'ships' }, 'semantic'],
  [{ countOnly: 'true' }, 'countOnly'],
  [{ page: '2' }, 'page'],
  [{ category: 'unheard-of' }, 'category'],
])('refuses %o', async (parameters: Record<string, string>, parameter) => {
  const { get } = newAccount();
  const problem = await problemFrom(await get(`/changes?${new URLSearchParams(parameters).toString()}`));
  expect(problem.status).toBe(400);
  expect(problem.errors?.map((each) => each.parameter)).toContain(parameter);
  expect(gateway.backend.feeds).toEqual([]);
});

it('returns what was committed since a given time', async () => {
  const since = ago(1);
  expect((await newAccount().get(`/changes?since=${encodeURIComponent(since)}`)).status).toBe(200);
  expect(gateway.backend.feeds.at(-1)?.since?.toISOString()).toBe(since);
});

it('replays the response of its Idempotency-Key even when its time is now too long ago', async () => {
  let nowMs = Date.now();
  const later = await ledger.startGateway({}, { clock: () => nowMs });
  const key = later.backend.addKey({ accountId: randomUUID(), credentialId: randomUUID() });
  later.backend.changes = async () => changesOf(['1']);
  const path = `/changes?since=${encodeURIComponent(ago(30 - 1 / 24))}`;
  const headers = withKey(key, { 'idempotency-key': randomUUID() });
  const first = await (await later.get(path, headers)).text();
  nowMs += 2 * 3_600_000;
  const replay = await later.get(path, headers);
  expect([replay.headers.get('idempotency-replayed'), await replay.text()]).toEqual(['true', first]);
  expect((await later.get(path, withKey(key))).status).toBe(400);
  expect((await later.get(`${path}&limit=0`, headers)).status).toBe(400);
});

/** Holds responses until released; callers that do not wait get theirs at once. */
function holdFeeds(signalIds: readonly string[] = ['1']) {
  const held: (() => void)[] = [];
  gateway.backend.changes = ({ waitMs }, { signal }) =>
    new Promise((resolve, reject) => {
      if (waitMs === 0) return resolve(changesOf([]));
      held.push(() => resolve(changesOf(signalIds)));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
  return held;
}

it("limits held requests by account, in any spelling, without using up others' slots", async () => {
  const { get } = newAccount();
  const held = holdFeeds();
  const responses = ['wait=30', 'w%61it=30', 'wait=%33%30'].map((query) => get(`/changes?${query}`));
  await waitFor(() => held.length === HELD_OF_ACCOUNT);
  const metrics = await gateway.metrics();
  // Autoscalers use this metric.
  expect(metrics).toMatch(/^heliograph_gateway_requests_in_flight\{.*\} 0$/m);
  for (const [kind, maximum] of [
    ['process', 100],
    ['account', HELD_OF_ACCOUNT],
  ] as const) {
    expect(metrics).toMatch(
      new RegExp(`gateway_held_requests\\{kind="${kind}",.*\\} ${HELD_OF_ACCOUNT}$`, 'm'),
    );
    expect(metrics).toMatch(
      new RegExp(`gateway_held_requests_maximum\\{kind="${kind}",.*\\} ${maximum}$`, 'm'),
    );
  }
  for (const query of ['wait=30', 'wait=%35', 'w%61it=5', 'limit=5&wai%74=05', 'wait=0&wait=5']) {
    const refused = await get(`/changes?${query}`);
    expect([query, refused.status, refused.headers.get('retry-after')]).toEqual([query, 429, '1']);
  }
  expect((await get('/signals?limit=1')).status).toBe(200);
  for (const query of ['', '?wait=0', '?wait=', '?w%61it=%30'])
    expect([query, (await get(`/changes${query}`)).status]).toEqual([query, 200]);
  for (const release of held) release();
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200, 200]);
});

it('answers a held request according to what its key may do by then', async () => {
  let aheadMs = 0;
  const later = await ledger.startGateway({}, { clock: () => Date.now() + aheadMs });
  const accountId = randomUUID();
  const [revoked, capped] = ['revoked', 'capped'].map((credentialId) =>
    gateway.backend.addKey({ accountId, credentialId: `${credentialId}-${accountId}` }),
  ) as [string, string];
  const held = holdFeeds(['1', '2']);
  const answers = [revoked, capped].map((key) => later.get('/changes?wait=30', withKey(key)));
  await waitFor(() => held.length === 2);
  gateway.backend.setVerdict(revoked, { accountId, verdict: identity.Verdict.REVOKED });
  gateway.backend.setVerdict(capped, {
    accountId,
    credentialId: `capped-${accountId}`,
    monthlyCapRecords: 1n,
  });
  // Verdicts are used for 3 s.
  aheadMs = 5_000;
  for (const release of held) release();
  const [first, second] = await Promise.all(answers);
  expect(await problemFrom(first!)).toMatchObject({ status: 401, code: 'revoked_credentials' });
  expect(await problemFrom(second!)).toMatchObject({ status: 402, code: 'key_cap_reached' });
  expect(await chargesOf(accountId)).toEqual([]);
});

it('releases a search whose client disconnected, without a charge', async () => {
  const { get, accountId } = newAccount();
  let isCancelled = false;
  gateway.backend.changes = (_, { signal }) =>
    new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => {
        isCancelled = true;
        reject(signal.reason as Error);
      }),
    );
  const leaving = new AbortController();
  const answer = get('/changes?wait=30', {}, { signal: leaving.signal }).catch(() => undefined);
  await waitFor(() => gateway.backend.feeds.length === 1);
  leaving.abort();
  await answer;
  await waitFor(() => isCancelled);
  expect(await chargesOf(accountId)).toEqual([]);
});

it('repeats a wait that starts now from the same start', async () => {
  let failures = 0;
  gateway.backend.changes = async ({ waitMs }) => {
    if (waitMs > 0 && failures++ === 0) {
      throw new ServiceError('unavailable', 'Restarting.', { retryAfterSeconds: 1 });
    }
    return changesOf([]);
  };
  expect((await newAccount().get('/changes?wait=30')).status).toBe(200);
  const start = { version: 7n, id: '12' };
  expect(gateway.backend.feeds.map(({ after }) => after)).toEqual([undefined, start, start]);
});

it.each([undefined, 5])('passes on a refusal with a Retry-After of %p at once', async (retryAfterSeconds) => {
  gateway.backend.changes = () =>
    Promise.reject(
      new ServiceError('unavailable', 'Not here.', retryAfterSeconds ? { retryAfterSeconds } : {}),
    );
  expect((await newAccount().get(`/changes?wait=30&since=${ago(1)}`)).status).toBe(503);
  expect(gateway.backend.feeds).toHaveLength(1);
});

it('ends held requests with the available changes when it stops', async () => {
  const stopping = await startGatewayOver(gateway.backend, { shutdownTimeoutMs: 60_000 });
  const held = holdFeeds();
  const answer = stopping.get('/changes?wait=30');
  await waitFor(() => held.length === 1);
  const stopAt = performance.now();
  await stopping.stop();
  expect((await bodyOf(await answer)).data).toMatchObject({ items: [], caughtUp: true });
  expect(gateway.backend.feeds.at(-1)).toMatchObject({ after: { version: 7n, id: '12' }, waitMs: 0 });
  expect(performance.now() - stopAt).toBeLessThan(15_000);
});
