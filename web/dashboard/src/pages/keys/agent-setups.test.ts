import { agentSetups } from './agent-setups';

it('are configurations that clients can read', () => {
  const [http, stdio] = agentSetups('https://api.example.com').map(
    ({ code }) => (JSON.parse(code) as { mcpServers: { heliograph: unknown } }).mcpServers.heliograph,
  );
  expect(http).toMatchObject({
    url: 'https://api.example.com/mcp',
    headers: { Authorization: expect.stringMatching(/^Bearer /) },
  });
  expect(stdio).toMatchObject({ command: 'signals', env: { SIGNALS_API_URL: 'https://api.example.com' } });
});
