import { BUDGET_HEADERS, BUDGET_ID, MAXIMUM_BUDGET_RECORDS } from '@heliograph/contract';
import type { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { AgentSession } from '../agents/agent-session';
import type { Context } from '../context';
import { UsageError } from '../failure';
import { describedCommand, type RunAction } from './command';

interface McpOptions {
  budgetRecords?: string;
  budgetId?: string;
}

export function mcpCommand(run: RunAction): Command {
  return describedCommand('mcp', 'serve an agent the API as tools (Model Context Protocol over stdio)', [
    'mcp --budget-records 200',
    'mcp --budget-id research --budget-records 1000   # one budget for many sessions',
  ])
    .option('--budget-records <number>', 'records that the session may cost; also SIGNALS_BUDGET_RECORDS')
    .option(
      '--budget-id <id>',
      'budget to count them under, for 30 days; a new one unless given; also SIGNALS_BUDGET_ID',
    )
    .action((options: McpOptions, command: Command) => run(command, (context) => serve(context, options)));
}

/** Ends with standard input. */
async function serve(context: Context, options: McpOptions): Promise<void> {
  const { connection, terminal, tokens, signal } = context;
  const headers = budgetHeaders(options, context.environment);
  // A client shows that a server didn't start, and why; that each of its calls fails it may not.
  if (!connection.usesApiKey) await tokens.stored();
  terminal.hint('Serving an agent on standard input and output; Ctrl-D ends it.');
  const session = new AgentSession(connection, headers, (line) => terminal.writeLine(line));
  for await (const line of terminal.inputLines(signal)) await session.take(line);
  signal.throwIfAborted();
  await session.ended();
}

function budgetHeaders(options: McpOptions, environment: NodeJS.ProcessEnv): Record<string, string> {
  const records = options.budgetRecords ?? (environment.SIGNALS_BUDGET_RECORDS || undefined);
  const id = options.budgetId ?? (environment.SIGNALS_BUDGET_ID || undefined);
  if (records === undefined) {
    if (id === undefined) return {};
    throw new UsageError('A budget has records, too.', 'Give --budget-records, or SIGNALS_BUDGET_RECORDS.');
  }
  if (!/^[1-9][0-9]{0,6}$/.test(records) || Number(records) > MAXIMUM_BUDGET_RECORDS) {
    throw new UsageError(
      `--budget-records: "${records}" is not a whole number from 1 to ${MAXIMUM_BUDGET_RECORDS}.`,
    );
  }
  if (id !== undefined && !BUDGET_ID.test(id)) {
    throw new UsageError(`--budget-id: "${id}" is not 1 to 64 letters, digits, underscores or hyphens.`);
  }
  return { [BUDGET_HEADERS.id]: id ?? `mcp-${randomUUID()}`, [BUDGET_HEADERS.records]: records };
}
