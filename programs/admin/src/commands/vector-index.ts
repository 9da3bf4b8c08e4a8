import { quantity } from '@heliograph/contract';
import { Command } from 'commander';
import { CommandError } from '../failure';
import { call, withIndexer } from '../system/services';
import { describedCommand, type RunAction } from './command';

/** A comparison reads the whole index: a few seconds per million signals. */
const COMPARISON_MS = 600_000;
const STATUS_TIMEOUT_MS = 60_000;

export function vectorIndexCommand(run: RunAction): Command {
  return new Command('index')
    .description('inspect the vector index of semantic search')
    .addCommand(statusCommand(run))
    .addCommand(compareCommand(run));
}

function statusCommand(run: RunAction): Command {
  return describedCommand(
    'status',
    'show how much of the catalog is embedded, and what blocks it',
    'index status',
  ).action((options: { json?: boolean }) =>
    run(options, async ({ terminal, location }) => {
      const status = await withIndexer(location, (client) => client.getStatus({}, call(STATUS_TIMEOUT_MS)));
      const { collection, model, complete, repairing, blocker } = status;
      const document = {
        collection,
        model,
        complete,
        signals: Number(status.signals),
        embedded: Number(status.embedded),
        remaining: Number(status.remaining),
        dead: Number(status.dead),
        lag: Number(status.lag),
        repairing,
        blocker,
      };
      const share = document.signals === 0 ? 1 : document.embedded / document.signals;
      const text = terminal.facts([
        ['model', model || 'none yet'],
        ['collection', collection],
        ['searchable', complete ? 'yes' : 'not yet: it must be complete first'],
        ['embedded', `${document.embedded} of ${document.signals} (${(100 * share).toFixed(1)} %)`],
        ['remaining', document.remaining],
        ['not embeddable', document.dead],
        ['events waiting', document.lag],
        ['repairing', repairing ? 'yes' : undefined],
        ['blocked', blocker],
      ]);
      terminal.result(document, text);
    }),
  );
}

const COMPARE_DETAILS = `
Changes nothing; "heliograph-admin embed" repairs differences, as the indexer does every ten minutes.
Exit status: 0 no differences, 1 differences or failure.`;

function compareCommand(run: RunAction): Command {
  return describedCommand('compare', 'compare the catalog with the vector index', 'index compare')
    .addHelpText('after', COMPARE_DETAILS)
    .action((options: { json?: boolean }) =>
      run(options, async ({ terminal, location }) => {
        const found = await withIndexer(location, (client) => client.compare({}, call(COMPARISON_MS)));
        const document = {
          signals: Number(found.signals),
          points: Number(found.points),
          missing: Number(found.missing),
          missingIds: found.missingIds,
          surplus: Number(found.surplus),
          surplusIds: found.surplusIds,
        };
        const text = terminal.facts([
          ['signals', document.signals],
          ['in the index', document.points],
          ['missing', document.missing],
          ['such as', found.missingIds.slice(0, 10).join(', ')],
          ['surplus', document.surplus],
          ['such as', found.surplusIds.slice(0, 10).join(', ')],
        ]);
        terminal.result(document, text);
        const differences = document.missing + document.surplus;
        if (differences > 0) {
          throw new CommandError(
            `${quantity(differences, 'difference')}: "heliograph-admin embed" repairs them`,
          );
        }
      }),
    );
}
