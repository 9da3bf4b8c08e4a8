import { identifierKinds, sizes, type IdentifierKind } from '@heliograph/catalog';
import type { Command } from 'commander';
import { catalogueMembers } from '../corpus/catalogue-file';
import { catalogUrlOf } from '../system/database';
import { withDatabase } from '../system/query';
import { describedCommand, type RunAction } from './command';

interface Identifier {
  id: string;
  label: string;
}

export function catalogueCommand(run: RunAction): Command {
  return describedCommand(
    'catalogue',
    'list the identifiers that filters take, with their labels; --json prints what import --catalogue reads',
    'catalogue --json > catalogue.json',
  ).action((options: { json?: boolean }) =>
    run(options, async ({ terminal, location }) => {
      const byKind = await withDatabase(catalogUrlOf(location), async (client) => {
        const { rows } = await client.query<Identifier & { kind: IdentifierKind }>(
          'SELECT kind, id, label FROM catalog.identifier ORDER BY kind, label, id',
        );
        const found = new Map<IdentifierKind, Identifier[]>(identifierKinds.map((kind) => [kind, []]));
        for (const { kind, id, label } of rows) found.get(kind)?.push({ id, label });
        return found;
      });
      const text = catalogueMembers.map(([path, kind]) => {
        const identifiers = byKind.get(kind) ?? [];
        const heading = terminal.bold(`${path.join('.')} (${identifiers.length})`);
        return [
          heading,
          ...identifiers.map(({ id, label }) => `  ${id}${label === id ? '' : `  (${label})`}`),
        ].join('\n');
      });
      terminal.result(documentOf(byKind), text.join('\n\n'));
    }),
  );
}

/** The same shape as the answer of `GET /filter-options`. */
function documentOf(byKind: ReadonlyMap<IdentifierKind, Identifier[]>) {
  const of = (kind: IdentifierKind) => byKind.get(kind) ?? [];
  return {
    categories: of('category'),
    industries: of('industry'),
    hiring: {
      types: of('hiring_type'),
      functions: of('hiring_function'),
      seniorities: of('hiring_seniority'),
      employmentTypes: of('hiring_employment_type'),
      workArrangements: of('hiring_work_arrangement'),
    },
    fundingStages: of('funding_stage'),
    sizes: Object.keys(sizes).map((id) => ({ id, label: id })),
    countries: of('country'),
  };
}
