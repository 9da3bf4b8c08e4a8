import { dollarsOfMicros } from '@heliograph/runtime';
import { balanceView, momentOf } from '@heliograph/views';
import { Command } from 'commander';
import { randomUUID } from 'node:crypto';
import { CommandError } from '../failure';
import { parseDollars } from '../input/dollars';
import { call, withLedgerAccount } from '../system/services';
import { describedCommand, type RunAction } from './command';

interface AddOptions {
  json?: boolean;
  account: string;
  usd: string;
  reference: string;
  again?: boolean;
}

/** For so long a credit like an earlier one is taken for a repetition of it. */
const ALIKE_SECONDS = 24 * 60 * 60;

export function creditCommand(run: RunAction): Command {
  return new Command('credit').description('top up prepaid balances').addCommand(addCommand(run));
}

function addCommand(run: RunAction): Command {
  return describedCommand(
    'add',
    'add dollars to the prepaid balance of an account',
    'credit add --account 0199f3c2-7a1e-7c3b-9d55-3f3f8a1b2c4d --usd 10 --reference invoice-17',
  )
    .requiredOption('--account <id>', 'account that is credited')
    .requiredOption('--usd <amount>', 'dollars, more than zero, with at most six decimals')
    .option('--reference <text>', 'names the payment; the same one is credited once', '')
    .option(
      '--again',
      'without a reference: credit even if the same amount was credited within the last 24 hours',
      false,
    )
    .action((options: AddOptions) =>
      run(options, async ({ terminal, location }) => {
        const micros = parseDollars(options.usd);
        const isNamed = options.reference !== '';
        // Made here, so that it is the same for every attempt of this command, and printed, so that it can be given again.
        const reference = isNamed ? options.reference : `command:${randomUUID()}`;
        const request = {
          accountId: options.account,
          micros,
          reference,
          reason: 'heliograph-admin credit add',
          ...(!isNamed && !options.again && { unlessAlikeWithinSeconds: ALIKE_SECONDS }),
        };
        const answer = await withLedgerAccount(location, options.account, (client) =>
          client.credit(request, call()),
        );
        if (answer.alikeReference) {
          const at = momentOf(answer.alikeAt);
          throw new CommandError(
            `$${dollarsOfMicros(micros)} was credited to this account at ${at} (${answer.alikeReference}), and nothing was credited now; for another credit, add --again or name it with --reference`,
          );
        }
        const balance = balanceView(answer.balanceMicros);
        const text = terminal.facts([
          ['account', options.account],
          [
            'credited',
            answer.credited ? `$${dollarsOfMicros(micros)}` : 'nothing: this reference was credited before',
          ],
          ['reference', reference],
          ['balance', `$${balance.amount}`],
        ]);
        terminal.result(
          { account: options.account, credited: answer.credited, ...(!isNamed && { reference }), balance },
          text,
        );
      }),
    );
}
