import { withdrawSignals } from '@heliograph/catalog';
import { quantity, SIGNAL_ID } from '@heliograph/contract';
import type { Command } from 'commander';
import { untilSearchesHaveIt } from '../corpus/visibility';
import { UsageError } from '../failure';
import { parseList } from '../input/parse-list';
import { catalogUrlOf } from '../system/database';
import { withDatabase } from '../system/query';
import { describedCommand, type RunAction } from './command';
import { notSeen, noWaitOption, waitTimeoutMs, waitOption, type WaitChoice } from './wait-options';

const DETAILS = `
The command returns when no search process returns them anymore. It waits up to 10 seconds for a search process that was killed.

Exit status: 0 withdrawn everywhere, 3 withdrawn, but a search process was not updated in time (run it again to wait again), 1 failure.`;

interface WithdrawOptions extends WaitChoice {
  json?: boolean;
  ids: string;
}

export function withdrawCommand(run: RunAction): Command {
  return describedCommand(
    'withdraw',
    'withdraw signals permanently: they are no longer returned, and no import can restore them',
    'withdraw --ids 4100000019,4100000056',
  )
    .requiredOption('--ids <list>', 'ids of signals, separated by commas')
    .addOption(waitOption)
    .addOption(noWaitOption)
    .addHelpText('after', DETAILS)
    .action((options: WithdrawOptions) =>
      run(options, async ({ terminal, location }) => {
        const ids = parseList(options.ids, '--ids');
        const bad = ids.filter((id) => !SIGNAL_ID.test(id));
        if (bad.length > 0)
          throw new UsageError(
            `not signal ids (1 to 19 digits, no leading zero): ${bad.slice(0, 5).join(', ')}`,
          );
        const timeoutMs = waitTimeoutMs(options);
        const catalogUrl = catalogUrlOf(location);
        const { withdrawn, unknown } = await withDatabase(catalogUrl, (pool) => withdrawSignals(pool, ids));
        const lagging = timeoutMs === undefined ? [] : await untilSearchesHaveIt(catalogUrl, { timeoutMs });
        const before = ids.length - withdrawn - unknown;
        terminal.result(
          { withdrawn, alreadyWithdrawn: before, unknown },
          describe(withdrawn, before, unknown),
        );
        const unseen = notSeen(lagging);
        if (unseen) throw unseen;
      }),
    );
}

function describe(withdrawn: number, before: number, unknown: number): string {
  const parts = [`Withdrew ${quantity(withdrawn, 'signal')}`];
  if (before > 0) parts.push(quantity(before, 'was already withdrawn', 'were already withdrawn'));
  if (unknown > 0)
    parts.push(`${quantity(unknown, 'id is', 'ids are')} unknown and can no longer be imported`);
  return `${parts.join('; ')}.`;
}
