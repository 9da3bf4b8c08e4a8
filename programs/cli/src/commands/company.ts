import { COMPANY_FIELDS, schemas } from '@heliograph/contract';
import type { Company } from '@heliograph/sdk';
import { fieldsToAskFor } from '../output/fields';
import type { Command } from 'commander';
import { number } from '../account/funds';
import type { Context } from '../context';
import { printDocument, type Fact } from '../output/document-printer';
import { wrap } from '../output/display-width';
import { printable } from '../output/printable';
import { withKey } from '../search/page-key';
import { describedCommand, type RunAction } from './command';
import { IDEMPOTENCY_KEY_OPTION } from './search-command';

export function companyCommand(run: RunAction): Command {
  return describedCommand('company', 'show a company; costs one record', [
    'company emberloom-finance',
    'company emberloom-finance --json --fields name,domain,employeeCount',
  ])
    .argument('<slug>', 'the company’s slug, as in signals')
    .option(...IDEMPOTENCY_KEY_OPTION)
    .action((slug: string, options: { idempotencyKey?: string }, command: Command) =>
      run(command, (context) => showCompany(context, slug, options.idempotencyKey)),
    );
}

async function showCompany(
  { connection, terminal, settings }: Context,
  slug: string,
  idempotencyKey: string | undefined,
): Promise<void> {
  const chosen = fieldsToAskFor(settings.fields, COMPANY_FIELDS, schemas.Company, idempotencyKey);
  const company = await withKey(idempotencyKey, async (key) => {
    const { company: found } = await connection.run(
      (client, options) => client.companies.get(slug, { ...options, ...chosen, idempotencyKey: key }),
      { isPaid: true },
    );
    // Show the whole company by default.
    const facts = settings.fields === undefined ? factsOf(found) : [];
    await printDocument(terminal, { document: { ...found }, facts, fields: COMPANY_FIELDS }, settings.fields);
    return found;
  });
  if (terminal.format === 'table' && settings.fields === undefined && company.description) {
    const lines = wrap(printable(company.description), terminal.width ?? 100);
    await terminal.write(`\n${lines.map((line) => `${line}\n`).join('')}`);
  }
  terminal.hint(`\nIts signals: signals search --company-slug ${company.slug}`);
}

function factsOf(company: Company): Fact[] {
  const { employeeCount } = company;
  return [
    ['Name', company.name],
    ['Slug', company.slug],
    ['Domain', company.domain],
    ['Place', [company.city, company.country].filter(Boolean).join(', ')],
    ['Industries', company.industries.join(', ')],
    ['Employees', employeeCount === undefined ? company.size : number(employeeCount)],
    ['Signals', number(company.signalCount)],
    ['Latest activity', company.latestActivityDate],
  ];
}
