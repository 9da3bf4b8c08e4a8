import { arrangeLists, OPTION_LISTS, quantity } from '@heliograph/contract';
import {
  identifierKinds,
  pruneIdentifiers,
  SIZES,
  type IdentifierKind,
  type UnusedIdentifiers,
} from '@heliograph/catalog';
import { printable } from '@heliograph/sdk';
import type { Command } from 'commander';
import { filterOptionLists } from '../corpus/filter-options-file';
import { catalogUrlOf } from '../system/database';
import { withDatabase } from '../system/query';
import type { Terminal } from '../terminal/terminal';
import { describedCommand, type RunAction } from './command';

interface Identifier {
  id: string;
  label: string;
}

const nameOf = new Map<IdentifierKind, string>(filterOptionLists.map(({ name, kind }) => [kind, name]));

export function filterOptionsCommand(run: RunAction): Command {
  return describedCommand(
    'filter-options',
    'list the identifiers that filters accept, with their labels; --json prints what import --filter-options reads',
    'filter-options --json > filter-options.json',
  )
    .action((options: { json?: boolean }) =>
      run(options, async ({ terminal, location }) => {
        const byKind = await withDatabase(catalogUrlOf(location), async (client) => {
          const { rows } = await client.query<Identifier & { kind: IdentifierKind }>(
            'SELECT kind, id, label FROM catalog.identifier ORDER BY kind, label, id',
          );
          const found = new Map<IdentifierKind, Identifier[]>(identifierKinds.map((kind) => [kind, []]));
          for (const { kind, id, label } of rows) found.get(kind)?.push({ id, label });
          return found;
        });
        const text = filterOptionLists.map(({ kind }) => {
          const identifiers = byKind.get(kind) ?? [];
          return [
            heading(terminal, kind, identifiers.length),
            ...identifiers.map(({ id, label }) => printable(`  ${id}${label === id ? '' : `  (${label})`}`)),
          ].join('\n');
        });
        terminal.result(documentOf(byKind), text.join('\n\n'));
      }),
    )
    .addCommand(pruneCommand(run));
}

const PRUNE_DETAILS = `
An identifier is unused if no published or scheduled signal has it, even if a withdrawn one had it. Labels from import --filter-options are dropped with their identifiers. Without --yes nothing is changed. An import may run at the same time.`;

function pruneCommand(run: RunAction): Command {
  return describedCommand('prune', 'drop the identifiers that no signal uses', 'filter-options prune --yes')
    .option('--yes', 'drop them; without it they are only listed')
    .addHelpText('after', PRUNE_DETAILS)
    .action((_: unknown, command: Command) => {
      // The parent also has --json, and consumes it.
      const { json, yes } = command.optsWithGlobals<{ json?: boolean; yes?: boolean }>();
      return run({ json: json === true }, async ({ terminal, location }) => {
        const remove = yes === true;
        const lists = await withDatabase(catalogUrlOf(location), (pool) =>
          pruneIdentifiers(pool, { remove }),
        );
        const unused = lists.reduce((sum, list) => sum + list.unused, 0);
        const document = {
          unused,
          removed: remove ? unused : 0,
          lists: Object.fromEntries(lists.map((list) => [nameOf.get(list.kind)!, list.unused])),
        };
        terminal.result(document, describePruned(terminal, lists, unused, remove));
      });
    });
}

function describePruned(
  terminal: Terminal,
  lists: readonly UnusedIdentifiers[],
  total: number,
  removed: boolean,
): string {
  if (total === 0) return 'Every identifier is in use.';
  const found = lists.map(({ kind, unused, examples }) =>
    [
      heading(terminal, kind, unused),
      ...examples.map((id) => printable(`  ${id}`)),
      ...(unused > examples.length ? ['  …'] : []),
    ].join('\n'),
  );
  const count = quantity(total, 'identifier');
  const summary = removed
    ? `Dropped ${count} that no signal uses.`
    : `No signal uses ${count}. Run the command with --yes to drop ${total === 1 ? 'it' : 'them'}.`;
  return [...found, summary].join('\n\n');
}

function heading(terminal: Terminal, kind: IdentifierKind, count: number): string {
  return terminal.bold(`${nameOf.get(kind)} (${count.toLocaleString('en-US')})`);
}

/** Same shape as the response of `GET /filter-options`. */
function documentOf(byKind: ReadonlyMap<IdentifierKind, Identifier[]>) {
  const sizesListed = Object.keys(SIZES).map((id) => ({ id, label: id }));
  return arrangeLists((name) => {
    const list = OPTION_LISTS[name];
    return 'kind' in list ? (byKind.get(list.kind) ?? []) : sizesListed;
  });
}
