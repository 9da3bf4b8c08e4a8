import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const repository = resolve(__dirname, '../../..');

/** Workspace directories of the programs that must have an image, by name. */
export const programs: ReadonlyMap<string, string> = new Map(
  [
    ...readdirSync(join(repository, 'services')).map((name) => [name, `services/${name}`] as const),
    ['admin', 'programs/admin'] as const,
  ].sort(),
);

/** Runs one of the repository's scripts and returns its output. */
export function runScript(
  script: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): string {
  return execFileSync(process.execPath, [join(repository, script), ...args], {
    cwd: repository,
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
