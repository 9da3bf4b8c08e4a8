import { describeWith } from '@heliograph/testing';
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHART } from './support/paths';
import { requiredValues } from './support/profiles';
import { helmWith, type Values } from './support/render';

/** Stands in for a cluster with a pod that runs, prints, and fails. */
const KUBECTL = `#!/bin/sh
printf '%s\\n' "$*" >> "$CALLS"
case "$3" in
  run) for word in "$@"; do case "$word" in --overrides=*) printf '%s' "\${word#--overrides=}" > "$OVERRIDES";; esac; done ;;
  logs) echo 'a key that is shown once' ;;
  get) printf 3 ;;
  wait) exit "\${WAIT:-0}" ;;
esac
`;

describeWith('helm', 'the notes', () => {
  let directory: string;
  let notes: string;
  const placement = { nodeSelector: { pool: 'data' }, tolerations: [{ key: 'data', operator: 'Exists' }] };
  const notesFor = async (values: Values) => {
    const { stdout } = await helmWith({ name: 'notes', values }, (files) => [
      ...['install', 'heliograph', CHART, '--dry-run=client', '--namespace', 'there', ...files],
    ]);
    return stdout.slice(stdout.indexOf('\nNOTES:'));
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'heliograph-notes-'));
    await writeFile(join(directory, 'kubectl'), KUBECTL);
    await chmod(join(directory, 'kubectl'), 0o700);
    notes = await notesFor({ ...requiredValues, serviceDefaults: placement });
  });
  afterAll(() => rm(directory, { recursive: true }));

  async function run(environment: Record<string, string> = {}) {
    const script = /^ {2}heliograph_admin\(\) \{\n[^]*?^ {2}\}$/m.exec(notes)![0];
    const calls = join(directory, 'calls');
    await writeFile(calls, '');
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', `${script}\nheliograph_admin key list --json`],
      {
        env: {
          PATH: `${directory}:${process.env.PATH}`,
          CALLS: calls,
          OVERRIDES: join(directory, 'overrides'),
          ...environment,
        },
        encoding: 'utf8',
      },
    );
    const words = (await readFile(calls, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => line.split(' '));
    return { status, stdout, stderr, words };
  }

  it('name the test only where it is installed', async () => {
    expect(notes).toContain('helm test heliograph --namespace there --logs\n\nThe first account');
    const without = await notesFor({ ...requiredValues, tests: { enabled: false } });
    expect(without).toMatch(
      /Wait until everything is ready:\n\n {2}kubectl .*--timeout 5m\n\nThe first account/,
    );
  });

  it('name each address that network policies block by its port', async () => {
    const values = {
      ...requiredValues,
      kafka: { brokers: ['kafka-0:9094', 'kafka-1:9092'] },
      qdrant: { url: 'https://qdrant.example.com' },
      signIn: { ...requiredValues.signIn, backChannelUrl: 'http://[2001:db8::1]:8080' },
      telemetry: { otlpEndpoint: 'http://collector:4318/v1/traces' },
      networkPolicy: { enabled: true, egress: { https: { ports: [443, '8000-8079'] } } },
    };
    const named = [...(await notesFor(values)).matchAll(/egress\.(\w+)\.ports lacks (\d+), for (\S+): /g)];
    expect(named.map(([, ...parts]) => parts)).toEqual([
      ['https', '8080', 'http://[2001:db8::1]:8080'],
      ['kafka', '9094', 'kafka-0:9094'],
      ['qdrant', '443', 'https://qdrant.example.com'],
    ]);
    const open = {
      https: { ports: ['8000-8080'] },
      kafka: { ports: [9092, 9094] },
      qdrant: { ports: [443] },
    };
    const without = await notesFor({ ...values, networkPolicy: { enabled: true, egress: open } });
    expect(without).not.toContain('egress.');
  });

  it('have a function that shows all output of heliograph-admin, and returns its exit status', async () => {
    const { status, stdout, words } = await run();
    expect({ status, stdout }).toEqual({ status: 3, stdout: 'a key that is shown once\n' });
    expect(words.map(([, , command]) => command)).toEqual(['run', 'wait', 'logs', 'get', 'delete']);
    expect(words[0]!.slice(-4)).toEqual(['--', 'key', 'list', '--json']);
    // Reads the output after the pod has exited: attaching to a pod that exits at once may miss it.
    expect(words[0]).not.toContain('--rm');
    expect(words[0]).not.toContain('--stdin');
  });

  it('give each run a new pod, whose container has the same name for kubectl and in the overrides', async () => {
    const { words } = await run();
    const pod = words[0]![3]!;
    expect(pod).toMatch(/^heliograph-admin-\d+-\d+$/);
    const overrides = JSON.parse(await readFile(join(directory, 'overrides'), 'utf8')) as {
      spec: { containers: { name: string }[] };
    };
    expect(overrides.spec).toMatchObject(placement);
    expect(overrides.spec.containers.map(({ name }) => name)).toEqual([pod]);
    expect((await run()).words[0]![3]).not.toBe(pod);
  });

  it('keep a pod that does not end, and say where to look', async () => {
    const { status, stderr, words } = await run({ WAIT: '1' });
    expect(status).toBe(1);
    expect(stderr).toMatch(/heliograph-admin-\S+ has not ended: see kubectl --namespace there describe pod/);
    expect(words.map(([, , command]) => command)).toEqual(['run', 'wait']);
  });
});
