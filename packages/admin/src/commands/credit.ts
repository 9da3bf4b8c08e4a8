import { Command } from 'commander';
import { formatDollars, parseDollars } from '../input/dollars';
import { call, withLedgerAccount } from '../system/services';
import { describedCommand, type RunAction } from './command';
import { balanceDocument } from './convert';

interface AddOptions {
  json?: boolean;
  account: string;
  usd: string;
  reference: string;
}

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
    .action((options: AddOptions) =>
      run(options, async ({ terminal, location }) => {
        const micros = parseDollars(options.usd);
        const request = {
          accountId: options.account,
          micros,
          reference: options.reference,
          reason: 'heliograph-admin credit add',
        };
        const answer = await withLedgerAccount(location, options.account, (client) =>
          client.credit(request, call()),
        );
        const balance = balanceDocument(answer.balanceMicros);
        const text = terminal.facts([
          ['account', options.account],
          [
            'credited',
            answer.credited ? `$${formatDollars(micros)}` : 'nothing: this reference was credited before',
          ],
          ['balance', `$${balance.amount}`],
        ]);
        terminal.result({ account: options.account, credited: answer.credited, balance }, text);
      }),
    );
}
