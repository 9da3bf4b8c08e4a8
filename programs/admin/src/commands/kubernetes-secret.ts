import type { Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { UsageError } from '../failure';
import { GIVEN_KEYS, secretManifest, yamlOf } from '../kubernetes/secret-manifest';
import { describedCommand, type RunAction } from './command';

/** Of a secret or a password. */
const RANDOM_LENGTH = 32;

export function kubernetesSecretCommand(run: RunAction): Command {
  return describedCommand(
    'kubernetes-secret',
    `print the Secret that the Helm chart reads, with fresh secrets and role passwords; an administrator's DATABASE_URL, and ${Object.keys(GIVEN_KEYS).join(', ')} if needed, come from the environment`,
    'kubernetes-secret --name heliograph --namespace heliograph | kubectl create --filename -',
  )
    .option('--name <name>', 'name of the Secret', 'heliograph')
    .option('--namespace <namespace>', 'its namespace (default: kubectl’s)')
    .action((options: { json?: boolean; name: string; namespace?: string }) =>
      run(options, async ({ terminal, environment }) => {
        const { name, namespace } = options;
        checkName(name, '--name');
        if (namespace !== undefined) checkName(namespace, '--namespace');
        const manifest = secretManifest({ name, namespace }, environment, () =>
          randomBytes(RANDOM_LENGTH).toString('base64url'),
        );
        terminal.result(manifest, yamlOf(manifest));
        if (terminal.json) return;
        const absent = Object.entries(GIVEN_KEYS).filter(([key]) => manifest.stringData[key] === undefined);
        for (const [key, purpose] of absent) terminal.note(`Without ${key}: ${purpose}.`);
        terminal.note(
          'This is printed once and stored nowhere: pipe it to kubectl or your secret store, not to a file. ' +
            'Running this again generates new passwords, which the roles get at the next "heliograph-admin ' +
            'migrate", and invalidates existing cursors.',
        );
      }),
    );
}

/** Kubernetes names (RFC 1123 labels). */
function checkName(name: string, option: string): void {
  if (/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) return;
  throw new UsageError(
    `${option} ${JSON.stringify(name)} must have 1 to 63 of a to z, digits, and dashes, with no dash at either end`,
  );
}
