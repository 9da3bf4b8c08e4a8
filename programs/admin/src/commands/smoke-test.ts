import type { Command } from 'commander';
import { UsageError } from '../failure';
import { runSmokeTest } from '../smoke-test/run-smoke-test';
import { describedCommand, type RunAction } from './command';

interface SmokeTestCommandOptions {
  json?: boolean;
  apiUrl?: string;
  semantic?: boolean;
  allowEmpty?: boolean;
}

export function smokeTestCommand(run: RunAction): Command {
  return describedCommand(
    'smoke-test',
    'try the system as a client does: a query that is charged one record, its repetition that is free, usage, and a key that is revoked',
    'smoke-test --api-url https://api.example.com',
  )
    .option('--api-url <url>', 'root of the data API; the one of the running system unless given')
    .option('--semantic', 'also search by meaning, for which something must be embedded')
    .option('--allow-empty', 'pass when there is no published signal yet, and nothing to charge for')
    .action((options: SmokeTestCommandOptions) =>
      run(options, async ({ terminal, location }) => {
        const apiUrl = rootOf(options.apiUrl ?? location.file?.gatewayUrl);
        const { steps, failure } = await runSmokeTest(location, {
          apiUrl,
          semantic: options.semantic === true,
          allowEmpty: options.allowEmpty === true,
        });
        const rows = steps.map(({ name, ok, milliseconds, detail }) => [
          ok ? 'ok' : 'FAILED',
          name,
          `${milliseconds} ms`,
          detail,
        ]);
        terminal.result(
          { apiUrl, ok: failure === undefined, steps },
          terminal.table(['', 'STEP', 'TIME', 'SEEN'], rows),
        );
        if (failure !== undefined) throw failure;
      }),
    );
}

/** @throws UsageError when it is not given, or no root of an API. */
function rootOf(url: string | undefined): string {
  if (url === undefined) throw new UsageError('name the root of the data API with --api-url URL');
  if (!URL.canParse(url) || !/^https?:\/\/[^\s?#]+$/.test(url) || new URL(url).username !== '') {
    throw new UsageError(`--api-url ${JSON.stringify(url)} must be a URL like https://api.example.com`);
  }
  return url.replace(/\/+$/, '');
}
