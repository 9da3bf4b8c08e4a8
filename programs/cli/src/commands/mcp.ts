import { BUDGET_HEADERS } from '@heliograph/contract';
import type { Command } from 'commander';
import { AgentSession } from '../agents/agent-session';
import type { Context } from '../context';
import type { Connection } from '../http/connection';
import { describedCommand, type RunAction } from './command';

export function mcpCommand(run: RunAction): Command {
  return describedCommand('mcp', 'serve the API as tools to an agent (Model Context Protocol over stdio)', [
    'mcp --budget-records 200',
    'mcp --budget-id research --budget-records 1000   # one budget for several sessions',
  ]).action((_options: unknown, command: Command) => run(command, serve));
}

/** Serves until standard input ends. */
async function serve(context: Context): Promise<void> {
  const { connection, terminal, tokens, signal } = context;
  terminal.refuseFilter();
  const headers = budgetHeaders(connection);
  await connection.prepare();
  // Fail now: MCP clients show why a server failed to start, but may not show why every call fails.
  if (!connection.usesApiKey) await tokens.stored();
  terminal.hint('Serving an agent on standard input and output; press Ctrl-D to stop.');
  const session = new AgentSession(connection, headers, (line) => terminal.writeLine(line));
  for await (const line of terminal.inputLines(signal)) await session.take(line);
  signal.throwIfAborted();
  await session.ended();
}

/** All calls of the session share one budget, if the user set one. Its id is new unless given. */
function budgetHeaders(connection: Connection): Record<string, string> {
  const { budget } = connection;
  if (!budget) return {};
  return { [BUDGET_HEADERS.id]: budget.id, [BUDGET_HEADERS.records]: String(budget.records) };
}
