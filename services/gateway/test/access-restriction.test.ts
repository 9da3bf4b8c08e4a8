import { identity } from '@heliograph/proto';
import { startBeforeAll, waitFor } from '@heliograph/testing';
import { problemFrom, startGateway, withKey } from './support/gateway';

const { VALID, ACCESS_RESTRICTED } = identity.Verdict;

const gateway = startBeforeAll(() => startGateway({ rejectedCredentialsPerMinute: 3 }));

const WAYS = ['the API', 'the client’s interface'] as const;

function use(way: (typeof WAYS)[number]) {
  const isApi = way === 'the API';
  const credential = isApi ? gateway.backend.addKey() : gateway.backend.addToken();
  const ask = (path = '/signals?limit=1') =>
    isApi ? gateway.get(path, withKey(credential)) : gateway.cli(path, withKey(credential));
  return { credential, ask };
}

it('both answer 403 with the operators’ text within 5 s, and reopen as quickly', async () => {
  const restrictionMessage = 'Maintenance until 18:00 UTC – see "status" <b>page</b>.';
  await Promise.all(
    WAYS.map(async (way) => {
      const { credential, ask } = use(way);
      expect((await ask()).status).toBe(200);
      gateway.backend.setVerdict(credential, { verdict: ACCESS_RESTRICTED, restrictionMessage });
      const restricted = await waitFor(
        async () => {
          const response = await ask();
          return response.status === 403 && response;
        },
        { timeoutMs: 5_000 },
      );
      expect(restricted.headers.has('www-authenticate')).toBe(false);
      const problem = await problemFrom(restricted);
      expect(problem).toMatchObject({ code: 'access_restricted', detail: restrictionMessage });
      gateway.backend.setVerdict(credential, { verdict: VALID });
      await waitFor(async () => (await ask()).status === 200, { timeoutMs: 5_000 });
    }),
  );
});

describe.each(WAYS)('%s', (way) => {
  it('uses a default text if the operators gave none', async () => {
    const { credential, ask } = use(way);
    gateway.backend.setVerdict(credential, { verdict: ACCESS_RESTRICTED });
    for (const path of ['/usage', '/filter-options', '/nothing']) {
      expect((await problemFrom(await ask(path))).detail).toMatch(/restricted/i);
    }
  });

  it('does not count a valid credential against its address', async () => {
    const { credential, ask } = use(way);
    gateway.backend.setVerdict(credential, { verdict: ACCESS_RESTRICTED });
    for (let count = 0; count < 10; count += 1) expect((await ask()).status).toBe(403);
  });

  it('charges nothing and calls no other service', async () => {
    const { credential, ask } = use(way);
    gateway.backend.setVerdict(credential, { verdict: ACCESS_RESTRICTED });
    const before = [gateway.backend.searches.length, gateway.backend.ledger.charges.length];
    await ask();
    expect([gateway.backend.searches.length, gateway.backend.ledger.charges.length]).toEqual(before);
  });
});
