import { CALLERS } from '@heliograph/runtime';
import type { Command } from 'commander';
import { UsageError } from '../failure';
import { parseList } from '../input/parse-list';
import { callerSecrets } from '../kubernetes/caller-secrets';
import { describedCommand, type RunAction } from './command';

export function callerKeysCommand(run: RunAction): Command {
  return describedCommand(
    'caller-keys',
    'print new caller keys in the form of a Secret, without changing or storing anything',
    'caller-keys --callers gateway --trusted "$CALLER_PUBLIC_KEYS" --json',
  )
    .option('--callers <names>', 'the callers, separated by commas', CALLERS.join(','))
    .option('--trusted <keys>', 'CALLER_PUBLIC_KEYS to keep trusting during a rotation')
    .action((options: { json?: boolean; callers: string; trusted?: string }) =>
      run(options, ({ terminal }) => {
        const names = parseList(options.callers, '--callers');
        const stranger = names.find((name) => !CALLERS.some((caller) => caller === name));
        if (stranger !== undefined)
          throw new UsageError(`--callers ${JSON.stringify(stranger)} must be one of ${CALLERS.join(', ')}`);
        const secrets = callerSecrets(names, options.trusted);
        terminal.result(
          secrets,
          Object.entries(secrets)
            .map(([key, value]) => `${key}=${value}`)
            .join('\n'),
        );
        return Promise.resolve();
      }),
    );
}
