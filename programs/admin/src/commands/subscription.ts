import { MAXIMUM_SUBSCRIPTION_RECORDS } from '@heliograph/contract';
import { subscriptionView } from '@heliograph/views';
import { Command } from 'commander';
import { parseFutureInstant } from '../input/parse-instant';
import { parseRecords } from '../input/parse-records';
import { call, withLedgerAccount } from '../system/services';
import { describedCommand, type RunAction } from './command';

interface StartOptions {
  json?: boolean;
  account: string;
  cliRecords: string;
  periodEnd: string;
}

export function subscriptionCommand(run: RunAction): Command {
  return new Command('subscription').description('manage subscriptions').addCommand(startCommand(run));
}

function startCommand(run: RunAction): Command {
  return describedCommand(
    'start',
    'start a billing period now, with an allowance of command-line records',
    'subscription start --account 0199f3c2-7a1e-7c3b-9d55-3f3f8a1b2c4d --cli-records 10000 ' +
      '--period-end "$(date -u -d "1 month" +%F)"',
  )
    .requiredOption('--account <id>', 'account that subscribes')
    .requiredOption('--cli-records <number>', 'records of the period')
    .requiredOption('--period-end <instant>', 'ISO 8601; a date means midnight UTC')
    .action((options: StartOptions) =>
      run(options, async ({ terminal, location }) => {
        const request = {
          accountId: options.account,
          cliRecords: parseRecords(options.cliRecords, '--cli-records', MAXIMUM_SUBSCRIPTION_RECORDS),
          periodEnd: parseFutureInstant(options.periodEnd, '--period-end'),
        };
        const response = await withLedgerAccount(location, options.account, (client) =>
          client.startSubscription(request, call()),
        );
        const subscription = subscriptionView(response);
        const text = terminal.facts([
          ['account', options.account],
          ['from', subscription.periodStart],
          ['to', subscription.periodEnd],
          ['records', `${subscription.cli.remaining} of ${subscription.cli.granted} left`],
        ]);
        terminal.result({ account: options.account, ...subscription }, text);
      }),
    );
}
