import type { CodeTab } from '../../design';

/** An initial budget, which stops a runaway agent. */
const BUDGET_RECORDS = '500';

/** Agent configuration for using the API as tools (docs/guide/agents.md); users insert their own key. */
export function agentSetups(apiUrl: string): CodeTab[] {
  const http = {
    type: 'http',
    url: `${apiUrl}/mcp`,
    headers: {
      Authorization: 'Bearer YOUR_API_KEY',
      'X-Budget-Id': 'my-agent',
      'X-Budget-Records': BUDGET_RECORDS,
    },
  };
  const stdio = {
    command: 'signals',
    args: ['mcp', '--budget-records', BUDGET_RECORDS],
    env: { SIGNALS_API_URL: apiUrl },
  };
  return [
    { label: 'HTTP', code: configuration(http) },
    { label: 'Command line', code: configuration(stdio) },
  ];
}

function configuration(server: object): string {
  return JSON.stringify({ mcpServers: { heliograph: server } }, null, 2);
}
