import { problem } from './support/interface-responses';
import { userForEach } from './support/program';

const { server, user } = userForEach({ isLoggedIn: true });

async function answersTo(...messages: unknown[]): Promise<unknown[]> {
  const input = messages.map((message) => `${JSON.stringify(message)}\n`).join('');
  const { stdout } = await user.runHere(['mcp'], {}, input);
  return stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as unknown);
}

const request = (id: number, method: string) => ({ jsonrpc: '2.0', id, method });
const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
const errorTo = (id: number | null, code: number) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: expect.any(String) as string },
});

it('answers each request of a failed batch', async () => {
  server.fail('/mcp', problem(403, 'access_restricted', 'Not from here.'));
  const [batch] = await answersTo([request(1, 'ping'), notification, request(2, 'tools/call'), 5]);
  expect(batch).toEqual([
    errorTo(1, -32000),
    { jsonrpc: '2.0', id: 2, result: { content: [expect.anything()], isError: true } },
    errorTo(null, -32600),
  ]);
  expect(JSON.stringify(batch)).toContain('Not from here.');
});

it('does not answer failed notifications', async () => {
  const failure = problem(403, 'access_restricted', 'Not from here.');
  server.fail('/mcp', failure, failure);
  expect(await answersTo(notification, [notification])).toEqual([]);
  expect(server.seenOf('/mcp')).toHaveLength(2);
});

it('distinguishes an invalid message from invalid JSON', async () => {
  const invalid = errorTo(null, -32600);
  expect(await answersTo(5, 'x', null)).toEqual([invalid, invalid, invalid]);
  const { stdout } = await user.runHere(['mcp'], {}, '{\n');
  expect(JSON.parse(stdout)).toEqual(errorTo(null, -32700));
  expect(server.seenOf('/mcp')).toEqual([]);
});
