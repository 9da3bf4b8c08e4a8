import type { Command } from 'commander';
import type { Context } from '../context';
import { safeJson } from '../output/printable';
import { fetchKeys } from '../receipts/statement-keys';
import { describedCommand, type RunAction } from './command';
import { parseMonth } from './month';

export function statementCommand(run: RunAction): Command {
  return describedCommand('statement', 'print the signed statement of a month (UTC); free', [
    'statement > 2026-11.jws',
    'statement --month 2026-10 > 2026-10.jws',
  ])
    .option('--month <month>', 'YYYY-MM; default: the current month', parseMonth)
    .action(({ month }: { month?: string }, command: Command) =>
      run(command, (context) => print(context, month ?? new Date().toISOString().slice(0, 7))),
    );
}

async function print(context: Context, month: string): Promise<void> {
  const { connection, terminal } = context;
  const statement = await connection.run((client, options) => client.receipts.statement({ month }, options));
  const isJson = terminal.format === 'json' || terminal.format === 'jsonl';
  await terminal.writeLine(isJson ? safeJson({ month, statement }) : statement);
  // Store the keys so that `signals verify` works offline.
  await fetchKeys(context).catch(() => undefined);
}
