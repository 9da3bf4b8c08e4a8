import { dollarsOfMicros } from '@heliograph/runtime';
import { balanceView, timestampOf } from '@heliograph/views';
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

/** How long a similar credit counts as a likely repetition. */
const DUPLICATE_SECONDS = 24 * 60 * 60;

export function creditCommand(run: RunAction): Command {
  return new Command('credit').description('top up prepaid balances').addCommand(addCommand(run));
}

function addCommand(run: RunAction): Command {
  return describedCommand(
    'add',
    'add dollars to the prepaid balance of an account',
    'credit add --account 0199f3c2-7a1e-7c3b-9d55-3f3f8a1b2c4d --usd 10 --reference invoice-17',
  )
    .requiredOption('--account <id>', 'account to credit')
    .requiredOption('--usd <amount>', 'dollars, more than zero, with at most six decimals')
    .option('--reference <text>', 'identifies the payment; the same reference is credited once', '')
    .option(
      '--again',
      'at a terminal without a reference: credit even if the same amount was credited within the last 24 hours',
      false,
    )
    .action((options: AddOptions) =>
      run(options, async ({ terminal, location }) => {
        const micros = parseDollars(options.usd);
        const isNamed = options.reference !== '';
        // Generated once, so that all attempts of this command share it; printed, so that it can be passed again.
        const reference = isNamed ? options.reference : `command:${randomUUID()}`;
        const request = {
          accountId: options.account,
          micros,
          reference,
          reason: 'heliograph-admin credit add',
          // A program means each of its runs; people repeat a command whose end they did not see.
          ...(!isNamed &&
            !options.again &&
            terminal.watched && { unlessDuplicateWithinSeconds: DUPLICATE_SECONDS }),
        };
        const response = await withLedgerAccount(location, options.account, (client) =>
          client.credit(request, call()),
        );
        if (response.duplicateReference) {
          const at = timestampOf(response.duplicateAt);
          throw new CommandError(
            `$${dollarsOfMicros(micros)} was already credited to this account at ${at} (${response.duplicateReference}), so nothing was credited now; for another credit, add --again or give it a --reference`,
          );
        }
        const balance = balanceView(response.balanceMicros);
        const text = terminal.facts([
          ['account', options.account],
          [
            'credited',
            response.credited
              ? `$${dollarsOfMicros(micros)}`
              : 'nothing: this reference was already credited',
          ],
          ['reference', reference],
          ['balance', `$${balance.amount}`],
        ]);
        terminal.result(
          { account: options.account, credited: response.credited, ...(!isNamed && { reference }), balance },
          text,
        );
      }),
    );
}
