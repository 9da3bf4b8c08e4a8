import { quantity } from '@heliograph/contract';
import { usageView, type AllowanceView } from '@heliograph/views';
import type { Command } from 'commander';
import { parseMonth } from '../input/parse-month';
import { call, withLedgerAccount, withMetering } from '../system/services';
import { describedCommand, type RunAction } from './command';
import { dayDocument, keyUsageDocument } from './convert';

interface UsageOptions {
  json?: boolean;
  account: string;
  month?: string;
  days?: boolean;
}

export function usageCommand(run: RunAction): Command {
  return describedCommand(
    'usage',
    'show what an account used in a UTC calendar month, and what it has left',
    'usage --account 0199f3c2-7a1e-7c3b-9d55-3f3f8a1b2c4d --month 2026-11',
  )
    .requiredOption('--account <id>', 'account')
    .option('--month <month>', 'YYYY-MM (default: the current month)')
    .option('--days', 'also by day, key, channel, and operation')
    .action((options: UsageOptions) =>
      run(options, async ({ terminal, location }) => {
        const request = { accountId: options.account, month: parseMonth(options.month) };
        const [usage, byKey] = await withLedgerAccount(location, options.account, async (client) => {
          const [total, keys] = await Promise.all([
            client.getUsage(request, call()),
            client.listCredentialUsage(request, call()),
          ]);
          return [usageView(total), keys.credentials.map(keyUsageDocument)] as const;
        });
        const days = options.days
          ? (await withMetering(location, (client) => client.getUsageHistory(request, call()))).days.map(
              dayDocument,
            )
          : undefined;
        const left = ({ used, granted, remaining }: AllowanceView) =>
          `${remaining} of ${quantity(granted, 'record')} left (${used} used)`;
        const { subscription } = usage;
        const text = terminal.facts([
          ['account', options.account],
          ['month', usage.month],
          ['requests', usage.requests],
          ['records', usage.records],
          ...usage.byOperation.map(
            ({ operation, requests, records }) =>
              [
                `  ${operation}`,
                `${quantity(records, 'record')} in ${quantity(requests, 'request')}`,
              ] as const,
          ),
          ...byKey.map(
            ({ credential, requests, records }) =>
              [
                `  key ${credential}`,
                `${quantity(records, 'record')} in ${quantity(requests, 'request')}`,
              ] as const,
          ),
          ['API', left(usage.allowances.api)],
          ['command line', left(usage.allowances.cli)],
          ['web searches', `${usage.allowances.web.used} this month`],
          ['balance', `$${usage.balance.amount}, pays for ${quantity(usage.balance.records, 'record')}`],
          [
            'subscription',
            subscription ? `${left(subscription.cli)} until ${subscription.periodEnd}` : 'none',
          ],
        ]);
        const table =
          days &&
          terminal.table(
            ['DAY', 'KEY', 'CHANNEL', 'OPERATION', 'REQUESTS', 'RECORDS'],
            days.map((day) => [
              day.date,
              day.credential,
              day.channel,
              day.operation,
              String(day.requests),
              String(day.records),
            ]),
          );
        terminal.result(
          { account: options.account, ...usage, byKey, ...(days && { days }) },
          table === undefined ? text : `${text}\n\n${table}`,
        );
      }),
    );
}
