import { startBeforeAll } from '@heliograph/testing';
import { problemFrom, startGateway, withKey } from './support/gateway';

const gateway = startBeforeAll(startGateway);

const SEMANTIC = '/signals?limit=1&semantic=ships+that+unload+themselves';
const as = (userAgent: string) => withKey(gateway.token, { 'user-agent': userAgent });

it.each(['signals-cli/0.2.9', 'signals-cli/0.0.1 (linux x64)', 'signals-cli/0.3.0-rc.1'])(
  '%s may not use semantic search, and is told what to do',
  async (userAgent) => {
    const asked = gateway.backend.semanticSearches.length;
    const problem = await problemFrom(await gateway.cli(SEMANTIC, as(userAgent)));
    expect(problem).toMatchObject({ status: 400, code: 'client_too_old' });
    expect(problem.detail).toContain('0.3.0 or newer');
    expect(problem.errors).toEqual([{ parameter: 'semantic', message: expect.stringContaining('update') }]);
    expect(gateway.backend.semanticSearches).toHaveLength(asked);
  },
);

it.each(['signals-cli/0.3.0', 'signals-cli/1.0.0 (darwin arm64)', 'signals-cli/nonsense', 'curl/8.5.0'])(
  '%s may',
  async (userAgent) => expect((await gateway.cli(SEMANTIC, as(userAgent))).status).toBe(200),
);

it('an old client can search by keyword and look up companies', async () => {
  for (const path of [
    '/signals?limit=1',
    '/signals?limit=1&semantic=',
    '/companies/acme-robotics',
    '/usage',
  ]) {
    expect((await gateway.cli(path, as('signals-cli/0.1.0'))).status).toBe(200);
  }
});

it("is reported together with the request's other issues", async () => {
  const problem = await problemFrom(
    await gateway.cli(`${SEMANTIC}&page=2&nope=1&category=unknown`, as('signals-cli/0.2.0')),
  );
  expect(problem.code).toBe('invalid_parameter');
  expect(problem.errors!.map(({ parameter }) => parameter).sort()).toEqual([
    'category',
    'nope',
    'page',
    'semantic',
  ]);
});

it('is ignored by the API, whatever client uses an API key', async () => {
  const headers = withKey(gateway.key, { 'user-agent': 'signals-cli/0.1.0' });
  expect((await gateway.get(SEMANTIC, headers)).status).toBe(200);
});
