import { quantity } from '@heliograph/contract';
import { dollarsOfMicros } from '@heliograph/runtime';
import type { metering } from '@heliograph/proto';
import type { Command } from 'commander';
import { CommandError } from '../failure';
import { parseMonth } from '../input/parse-month';
import { parseWhole } from '../input/parse-whole';
import { call, withMetering } from '../system/services';
import type { Terminal } from '../terminal/terminal';
import { describedCommand, type RunAction } from './command';
import { differenceDocument, totalsDocument } from './convert';

const MAXIMUM_WAIT_SECONDS = 600;
/** Time limit for the comparison itself, which reads every entry: millions take minutes. */
const COMPARISON_MS = 3_600_000;

const DETAILS = `
Compares the month's charges in the ledger with what metering counted, and the ledger's funds with all of its entries, to the record and the micro-dollar: minutes if there are millions. Changes nothing.
--json prints {month, ledger: {requests, records}, metering: {requests, records}, differences}.
Exit status: 0 no differences, 1 differences or failure.`;

interface ReconcileOptions {
  json?: boolean;
  month?: string;
  wait: string;
}

export function reconcileCommand(run: RunAction): Command {
  return describedCommand(
    'reconcile',
    'compare the ledger with metering, and funds with entries',
    'reconcile --month 2026-11 --wait 30',
  )
    .option('--month <month>', 'YYYY-MM (default: the current month)')
    .option('--wait <seconds>', 'wait at most this long for every event to arrive', '0')
    .addHelpText('after', DETAILS)
    .action((options: ReconcileOptions) =>
      run(options, async ({ terminal, location }) => {
        const waitSeconds = parseWhole(options.wait, '--wait', 0, MAXIMUM_WAIT_SECONDS);
        const request = { month: parseMonth(options.month), waitSeconds };
        const timeoutMs = waitSeconds * 1_000 + COMPARISON_MS;
        const reconciliation = await withMetering(location, (client) =>
          client.reconcile(request, call(timeoutMs)),
        );
        const { month, differenceCount, caughtUp } = reconciliation;
        const document = {
          month,
          ledger: totalsDocument(reconciliation.ledger),
          metering: totalsDocument(reconciliation.metering),
          differences: reconciliation.differences.map(differenceDocument),
        };
        terminal.result(document, describe(terminal, reconciliation));
        if (differenceCount === 0n) return;
        const underWay = caughtUp ? '' : '; events were still in flight: try again with a longer --wait';
        throw new CommandError(`${quantity(differenceCount, 'difference')}${underWay}`);
      }),
    );
}

function describe(
  terminal: Terminal,
  { month, ledger, metering, differences }: metering.Reconciliation,
): string {
  const totals = (side: metering.Totals | undefined) => {
    const { requests, records } = totalsDocument(side);
    return `${quantity(requests, 'request')}, ${quantity(records, 'record')}, $${dollarsOfMicros(side?.prepaidMicros ?? 0n)}`;
  };
  const facts = terminal.facts([
    ['month', month],
    ['ledger', totals(ledger)],
    ['metering', totals(metering)],
    ['differences', differences.length === 0 ? 'none' : undefined],
  ]);
  if (differences.length === 0) return facts;
  const table = terminal.table(
    ['ACCOUNT', 'KEY', 'CHANNEL', 'OPERATION', 'WHAT', 'ENTRIES', 'METERING', 'KEPT'],
    differences.map((difference) => [
      difference.accountId,
      difference.credentialId,
      difference.channel,
      difference.operation,
      difference.field,
      String(difference.ledger),
      difference.kind === 'metering' ? String(difference.other) : '',
      difference.kind === 'metering' ? '' : String(difference.other),
    ]),
  );
  return `${facts}\n\n${table}`;
}
