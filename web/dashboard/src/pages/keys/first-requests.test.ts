import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { CreatedKey } from '@heliograph/dashboard-api';
import { firstRequests } from './first-requests';

const run = promisify(execFile);

/** Echoes the request. */
const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url!, 'http://api.example');
  response.end(
    JSON.stringify({ asked: Object.fromEntries(searchParams), by: request.headers.authorization }),
  );
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

const created = (scopes: CreatedKey['key']['scopes']) =>
  ({ key: { scopes }, secret: 'hg_live_x', curl: 'true' }) as CreatedKey;
const tabsOf = () => {
  const { port } = server.address() as AddressInfo;
  return firstRequests(created(['signals:read']), `http://127.0.0.1:${port}`);
};

it.each([
  ['Node.js', 'node', ['--input-type=module', '-e']],
  ['Python', 'python3', ['-c']],
])('in %s runs unchanged', async (label, program, flags) => {
  const { code } = tabsOf().find((tab) => tab.label === label)!;
  const { stdout } = await run(program, [...flags, code]);
  expect(JSON.parse(stdout)).toEqual({ asked: { q: '"series a"', limit: '3' }, by: 'Bearer hg_live_x' });
  expect(stdout.endsWith('\n')).toBe(true);
});

it('use a public route for a key without the search scope', () => {
  const labels = firstRequests(created(['companies:read']), 'http://api.example').map(({ label }) => label);
  expect(labels).toEqual(['curl', 'curl and jq']);
});
