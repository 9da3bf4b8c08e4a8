import { describeWith } from '@heliograph/testing';
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { profiles } from './support/profiles';
import { CHART } from './support/paths';
import { helmWith, NAMESPACE, RELEASE } from './support/render';

/**
 * Answers as kubectl does to the commands of the function, and keeps the arguments of `run`. What a real cluster makes of
 * them, only a real cluster shows.
 */
const KUBECTL = `#!/bin/sh
shift 2
verb=$1
case $verb in
  run) printf '%s\\n' "$@" > "$RECORD" ;;
  logs) echo 'the key' ;;
  get) printf 3 ;;
  delete) echo "deleted $3" >> "$RECORD" ;;
esac
`;

async function notesFunction(): Promise<string> {
  const { stdout, stderr } = await helmWith(profiles.required, (files) => [
    ...[
      'install',
      RELEASE,
      CHART,
      '--namespace',
      NAMESPACE,
      '--dry-run=client',
      '--output',
      'json',
      ...files,
    ],
  ]);
  if (stdout === '') throw new Error(stderr);
  const { info } = JSON.parse(stdout) as { info: { notes: string } };
  return /^ {2}heliograph_admin\(\) \([\s\S]*?^ {2}\)$/m.exec(info.notes)![0];
}

describeWith('helm', 'notes', () => {
  test('heliograph_admin of the notes shows the output of its pod and passes on its exit status', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'heliograph-notes-'));
    const record = join(directory, 'record');
    await writeFile(join(directory, 'kubectl'), KUBECTL);
    await chmod(join(directory, 'kubectl'), 0o755);
    const script = `${await notesFunction()}\nheliograph_admin key create --name 'a "b"'`;
    const { status, stdout } = spawnSync('sh', ['-c', script], {
      env: { PATH: `${directory}:${process.env.PATH}`, RECORD: record },
      encoding: 'utf8',
    });
    const recorded = (await readFile(record, 'utf8')).trim().split('\n');
    await rm(directory, { recursive: true });

    expect({ status, stdout }).toEqual({ status: 3, stdout: 'the key\n' });
    const pod = recorded[1]!;
    expect(pod).toMatch(/^heliograph-admin-\d+-\d+$/);
    expect(recorded.at(-1)).toBe(`deleted ${pod}`);
    // kubectl attaches too late to a program that ends within a second: its output would be lost.
    expect(recorded).not.toContain('--stdin');
    const overrides = recorded.find((argument) => argument.startsWith('--overrides='))!;
    const { spec } = JSON.parse(overrides.slice('--overrides='.length)) as {
      spec: { containers: { name: string }[] };
    };
    // A strategic merge finds the container of `kubectl run` by its name, which is the pod's.
    expect(spec.containers.map(({ name }) => name)).toEqual([pod]);
    expect(recorded.slice(recorded.indexOf('--') + 1, -1)).toEqual(['key', 'create', '--name', 'a "b"']);
  });
});
