import { COMPANY_SLUG, SIGNAL_ID } from '@heliograph/contract';
import type { Command } from 'commander';
import type { Context } from '../context';
import { CliError, UsageError } from '../failure';
import { printable } from '../output/printable';
import { dashboardUrl, showPage } from '../output/show-page';
import { withKey } from '../search/page-key';
import { describedCommand, type RunAction } from './command';
import { IDEMPOTENCY_KEY_OPTION } from './search-command';

interface OpenOptions {
  print?: boolean;
  company?: boolean;
  idempotencyKey?: string;
}

export function openCommand(run: RunAction): Command {
  return describedCommand('open', 'open a signal’s source, or a company’s page in the dashboard', [
    'open 48213               # the signal’s source page; costs one record',
    'open emberloom-finance       # the company in the dashboard; free',
    'open emberloom-finance --print',
  ])
    .argument('<id-or-slug>', 'a signal’s id, or a company’s slug')
    .option('--print', 'print the address instead')
    .option('--company', 'treat it as a slug, even if it is a number')
    .option(...IDEMPOTENCY_KEY_OPTION)
    .action((name: string, options: OpenOptions, command: Command) =>
      run(command, (context) => open(context, name, options)),
    );
}

async function open(context: Context, name: string, options: OpenOptions): Promise<void> {
  const isSignal = SIGNAL_ID.test(name) && !options.company;
  const url = isSignal
    ? await activityUrl(context, name, options.idempotencyKey)
    : await companyUrl(context, name);
  await showPage(context, url, options);
}

async function activityUrl(
  { connection }: Context,
  id: string,
  idempotencyKey: string | undefined,
): Promise<string> {
  const { items } = await withKey(idempotencyKey, (key) =>
    connection.run(
      (client, options) => client.signals.search({ ids: [id] }, { ...options, idempotencyKey: key }),
      { isPaid: true },
    ),
  );
  const [signal] = items;
  if (!signal) throw new CliError(`There is no published signal ${id}.`, { code: 'not_found' });
  const { activityUrl: url } = signal;
  // This URL is untrusted: open only web pages, nothing that could start a program.
  if (url === undefined || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new CliError(`Signal ${id} has no page to open.`, {
      code: 'no_page',
      remedy: `See the signal itself: signals search --ids ${id}`,
    });
  return new URL(url).href;
}

async function companyUrl(context: Context, slug: string): Promise<string> {
  if (!COMPANY_SLUG.test(slug))
    throw new UsageError(`"${printable(slug)}" is neither a signal id nor a company slug.`);
  return `${await dashboardUrl(context)}/companies/${encodeURIComponent(slug)}`;
}
