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
    'test the system as a client would: a query charged one record, its free repetition, usage, and a revoked key',
    'smoke-test --api-url https://api.example.com',
  )
    .option('--api-url <url>', 'root of the data API (default: the running system’s)')
    .option('--semantic', 'also test semantic search, which needs embedded signals')
    .option('--allow-empty', 'pass if there is no published signal yet, and so nothing to charge for')
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

/** @throws UsageError when the URL is missing or not an API root. */
function rootOf(url: string | undefined): string {
  if (url === undefined) throw new UsageError('give the root of the data API with --api-url URL');
  if (!URL.canParse(url) || !/^https?:\/\/[^\s?#]+$/.test(url) || new URL(url).username !== '') {
    throw new UsageError(`--api-url ${JSON.stringify(url)} must be a URL like https://api.example.com`);
  }
  return url.replace(/\/+$/, '');
}
