import type { Command } from 'commander';
import { UsageError } from '../failure';
import { call, withLedgerAccount } from '../system/services';
import { describedCommand, type RunAction } from './command';
import { usageDocument, type AllowanceDocument } from './convert';

interface UsageOptions {
  json?: boolean;
  account: string;
  month?: string;
}

export function usageCommand(run: RunAction): Command {
  return describedCommand(
    'usage',
    'show what an account used in a UTC calendar month, and what it has left',
    'usage --account 0199f3c2-7a1e-7c3b-9d55-3f3f8a1b2c4d --month 2026-11',
  )
    .requiredOption('--account <id>', 'account')
    .option('--month <month>', 'YYYY-MM; the current month unless given')
    .action((options: UsageOptions) =>
      run(options, async ({ terminal, location }) => {
        const month = options.month ?? '';
        if (!/^(\d{4}-(0[1-9]|1[0-2]))?$/.test(month))
          throw new UsageError(`--month "${month}" must be written YYYY-MM`);
        const request = { accountId: options.account, month };
        const usage = usageDocument(
          await withLedgerAccount(location, options.account, (client) => client.getUsage(request, call())),
        );
        const left = ({ used, granted, remaining }: AllowanceDocument) =>
          `${remaining} of ${granted} records left (${used} used)`;
        const { subscription } = usage;
        const text = terminal.facts([
          ['account', options.account],
          ['month', usage.month],
          ['requests', usage.requests],
          ['records', usage.records],
          ...usage.byOperation.map(
            ({ operation, requests, records }) =>
              [`  ${operation}`, `${records} records in ${requests} requests`] as const,
          ),
          ['API', left(usage.allowances.api)],
          ['command line', left(usage.allowances.cli)],
          ['web searches', `${usage.allowances.web.used} this month`],
          ['balance', `$${usage.balance.amount}, pays for ${usage.balance.records} records`],
          [
            'subscription',
            subscription ? `${left(subscription.cli)} until ${subscription.periodEnd}` : 'none',
          ],
        ]);
        terminal.result({ account: options.account, ...usage }, text);
      }),
    );
}
