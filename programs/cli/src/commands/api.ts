import { InvalidArgumentError, type Command } from 'commander';
import type { Context } from '../context';
import { UsageError } from '../failure';
import { printable, safeJson } from '../output/printable';
import { withKey } from '../search/page-key';
import { describedCommand, type RunAction } from './command';
import { IDEMPOTENCY_KEY_OPTION } from './search-command';

interface ApiOptions {
  field?: [string, string][];
  header?: [string, string][];
  include?: boolean;
  idempotencyKey?: string;
}

interface Answered {
  status: number;
  statusText: string;
  headers: Headers;
  text: string;
}

export function apiCommand(run: RunAction): Command {
  return describedCommand('api', 'send a raw GET request and print the response', [
    'api signals -f q=robots -f limit=5',
    'api filter-options -i',
    `api signals -f 'locations=[{"kind":"city","value":"Paris"}]' -f countOnly=true`,
  ])
    .argument('<path>', 'below /api/cli/v1, or /api/v1 with an API key; such as signals or companies/acme')
    .option('-f, --field <name=value>', 'query parameter; repeatable', collectPair('='))
    .option('-H, --header <name: value>', 'header; repeatable', collectPair(':'))
    .option('-i, --include', 'print status and headers too')
    .option(...IDEMPOTENCY_KEY_OPTION)
    .action((path: string, options: ApiOptions, command: Command) =>
      run(command, (context) => request(context, path, options)),
    );
}

async function request(context: Context, path: string, options: ApiOptions): Promise<void> {
  const { connection } = context;
  await connection.prepare();
  const target = targetOf(path, connection.basePath);
  for (const [name, value] of options.field ?? []) target.query.append(name, value);
  const headers = Object.fromEntries(options.header ?? []);
  if (Object.keys(headers).some((name) => /^(?:authorization|user-agent|host)$/i.test(name)))
    throw new UsageError('Authorization, User-Agent and Host are this program’s own headers.');
  let answered: Answered | undefined;
  const onResponse = async (response: Response) => {
    const { status, statusText } = response;
    answered = { status, statusText, headers: response.headers, text: await response.clone().text() };
  };
  const named = Object.keys(headers).find((name) => /^idempotency-key$/i.test(name));
  await withKey(options.idempotencyKey ?? (named && headers[named]), async (idempotencyKey) => {
    try {
      await connection.run(
        (client, call) =>
          client.request(target.path, { ...call, query: target.query, headers, idempotencyKey }),
        { onResponse, isPaid: true },
      );
    } finally {
      // Print failures too; they are also reported on standard error.
      if (answered) await print(context, answered, options.include === true);
    }
  });
}

/** The path below the base path, and its parameters. Rejects other hosts, which would receive the credential. */
function targetOf(path: string, basePath: string): { path: string; query: URLSearchParams } {
  const root = 'http://api.invalid';
  let url: URL;
  try {
    url = new URL(path.startsWith('/') ? path : `/${path}`, root);
  } catch {
    throw new UsageError(`"${printable(path)}" is not a path.`);
  }
  const isOwn = url.origin === root && !/^\/?[a-z][a-z0-9+.-]*:\/\//i.test(path);
  if (!isOwn || /(?:^|\/)(?:\.|%2e){2}(?:\/|$)/i.test(path))
    throw new UsageError(
      'Give a path below the API’s own address.',
      'For another API: --api-url URL. Example: signals api usage',
    );
  const below = url.pathname.startsWith(`${basePath}/`) ? url.pathname.slice(basePath.length) : url.pathname;
  return { path: below, query: url.searchParams };
}

async function print({ terminal }: Context, answered: Answered, isIncluded: boolean): Promise<void> {
  const { status, statusText, headers, text } = answered;
  if (isIncluded) {
    const { bold, cyan } = terminal.colors;
    const lines = [...headers].map(([name, value]) => `${cyan(printable(name))}: ${printable(value)}`);
    await terminal.writeLine(
      [bold(`HTTP ${status} ${printable(statusText)}`.trimEnd()), ...lines, ''].join('\n'),
    );
  }
  await terminal.writeLine(terminal.isTerminal ? readable(text) : text.trimEnd());
}

/** Indents JSON; makes anything else safe for a terminal. */
function readable(text: string): string {
  try {
    return safeJson(JSON.parse(text), 2);
  } catch {
    return text.split('\n').map(printable).join('\n');
  }
}

function collectPair(separator: '=' | ':') {
  return (text: string, previous: [string, string][] | undefined): [string, string][] => {
    const at = text.indexOf(separator);
    const name = text.slice(0, at).trim();
    if (at < 1 || name === '') throw new InvalidArgumentError(`"${text}" is not NAME${separator}VALUE.`);
    const value = text.slice(at + 1);
    return [...(previous ?? []), [name, separator === ':' ? value.trim() : value]];
  };
}
