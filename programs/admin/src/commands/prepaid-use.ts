import type { Command } from 'commander';
import { Option } from 'commander';
import { call, withLedgerAccount } from '../system/services';
import { describedCommand, type RunAction } from './command';

interface PrepaidUseOptions {
  json?: boolean;
  account: string;
  cli?: 'on' | 'off';
  web?: 'on' | 'off';
}

const choices = ['on', 'off'];

/** Shows or sets what an account's balance pays for besides API keys. */
export function prepaidUseCommand(run: RunAction): Command {
  return describedCommand(
    'prepaid-use',
    "show or set what an account's prepaid balance pays for besides API keys",
    'prepaid-use --account 0199f3c2-7a1e-7c3b-9d55-3f3f8a1b2c4d --cli on',
  )
    .requiredOption('--account <id>', 'whose balance')
    .addOption(new Option('--cli <state>', 'the command line, once its records are used up').choices(choices))
    .addOption(
      new Option('--web <state>', "dashboard searches beyond the month's free ones").choices(choices),
    )
    .action((options: PrepaidUseOptions) =>
      run(options, async ({ terminal, location }) => {
        const { account: accountId } = options;
        const isOn = (state: string | undefined) => (state === undefined ? undefined : state === 'on');
        const use = await withLedgerAccount(location, accountId, (client) =>
          client.setPrepaidUse({ accountId, cli: isOn(options.cli), web: isOn(options.web) }, call()),
        );
        const text = terminal.facts([
          ['account', accountId],
          ['command line', use.cli ? 'on' : 'off'],
          ['web searches', use.web ? 'on' : 'off'],
        ]);
        terminal.result({ account: accountId, ...use }, text);
      }),
    );
}
