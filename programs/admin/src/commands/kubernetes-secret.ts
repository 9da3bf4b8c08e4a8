import type { Command } from 'commander';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { CommandError, UsageError } from '../failure';
import { GIVEN_KEYS, keysOfSecret, secretManifest, yamlOf } from '../kubernetes/secret-manifest';
import { describedCommand, type RunAction } from './command';

/** Length of secrets and passwords. */
const RANDOM_LENGTH = 32;

export function kubernetesSecretCommand(run: RunAction): Command {
  return describedCommand(
    'kubernetes-secret',
    `print the Secret that the Helm chart reads, with fresh secrets and role passwords; an administrator's DATABASE_URL, and ${Object.keys(GIVEN_KEYS).join(', ')} if needed, come from the environment`,
    'kubernetes-secret --name heliograph --namespace heliograph | kubectl create --filename -',
  )
    .option('--name <name>', 'name of the Secret', 'heliograph')
    .option('--namespace <namespace>', 'its namespace (default: kubectl’s)')
    .option(
      '--existing <file>',
      'add what this version needs to a Secret from "kubectl get secret NAME --output json"; - reads standard input',
    )
    .action((options: { json?: boolean; name: string; namespace?: string; existing?: string }) =>
      run(options, async ({ terminal, environment }) => {
        const { name, namespace } = options;
        checkName(name, '--name');
        if (namespace !== undefined) checkName(namespace, '--namespace');
        const existing =
          options.existing === undefined ? undefined : keysOfSecret(await readSecret(options.existing));
        const manifest = secretManifest({ name, namespace, ...(existing && { existing }) }, environment, () =>
          randomBytes(RANDOM_LENGTH).toString('base64url'),
        );
        terminal.result(manifest, yamlOf(manifest));
        if (terminal.json) return;
        if (existing) {
          const added = Object.keys(manifest.stringData).filter((key) => !(key in existing));
          terminal.note(`Added: ${added.join(', ') || 'nothing'}. Pipe it to kubectl apply, not to a file.`);
          return;
        }
        const absent = Object.entries(GIVEN_KEYS).filter(([key]) => manifest.stringData[key] === undefined);
        for (const [key, purpose] of absent) terminal.note(`${key} is not set; it is needed for ${purpose}.`);
        terminal.note(
          'This is printed once and stored nowhere: pipe it to kubectl or your secret store, not to a file. ' +
            'Running this again generates new passwords, which the roles get at the next "heliograph-admin ' +
            'migrate", and invalidates existing cursors.',
        );
      }),
    );
}

async function readSecret(file: string): Promise<string> {
  try {
    return file === '-' ? await text(process.stdin) : await readFile(file, 'utf8');
  } catch (cause) {
    throw new CommandError(`cannot read ${file}: ${(cause as Error).message}`, undefined, { cause });
  }
}

/** Checks for a valid Kubernetes name (RFC 1123 label). */
function checkName(name: string, option: string): void {
  if (/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(name)) return;
  throw new UsageError(
    `${option} ${JSON.stringify(name)} must have 1 to 63 of a to z, digits, and dashes, with no dash at either end`,
  );
}
