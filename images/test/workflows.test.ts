import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWith } from '@heliograph/testing';
import { parse } from 'yaml';
import { programs, repository } from './support/repository';

interface Step {
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

interface Job {
  uses?: string;
  permissions?: Record<string, string>;
  'timeout-minutes'?: number;
  container?: string;
  strategy?: { matrix: { program: string } };
  steps?: Step[];
}

interface Workflow {
  on: Record<string, unknown>;
  permissions: Record<string, string>;
  concurrency: { group: string };
  jobs: Record<string, Job>;
}

const directory = join(repository, '.github/workflows');
const files = readdirSync(directory);
const textOf = (file: string) => readFileSync(join(directory, file), 'utf8');
const workflow = (file: string) => parse(textOf(file)) as Workflow;

describe.each(files)('%s', (file) => {
  const { permissions, jobs, on } = workflow(file);

  it('pins every external action by its commit, and names the version', () => {
    const uses = textOf(file)
      .split('\n')
      .filter((line) => /\buses:/.test(line) && !/uses: \.\//.test(line));
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('has no permissions unless a job asks for them', () => {
    expect(permissions).toEqual({});
    for (const job of Object.values(jobs)) expect(job.permissions?.contents).toBe('read');
    expect(Object.keys(on)).not.toContain('pull_request_target');
  });

  it('limits every job, and leaves no credentials in a checkout', () => {
    for (const job of Object.values(jobs).filter(({ uses }) => uses === undefined)) {
      expect(job['timeout-minutes']).toBeGreaterThan(0);
      const checkouts = (job.steps ?? []).filter(({ uses }) => uses?.startsWith('actions/checkout@'));
      for (const checkout of checkouts) expect(checkout.with?.['persist-credentials']).toBe(false);
    }
  });

  it('puts no external text into a script', () => {
    const scripts = Object.values(jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run ?? []));
    for (const script of scripts) expect(script).not.toContain('${{');
  });
});

it("runs the same check script as developers, on the images' Node.js", () => {
  const { check } = workflow('ci.yaml').jobs;
  expect(check?.steps?.map(({ run }) => run)).toContain('bash .ci/run');
  const base = /^ARG BASE_IMAGE=node:([\d.]+)-/m.exec(
    readFileSync(join(repository, 'Dockerfile'), 'utf8'),
  )?.[1];
  expect(check?.container).toMatch(new RegExp(`^node:${base}-`));
  for (const file of files) {
    const versions = [...textOf(file).matchAll(/node-version: (\S+)/g)].map(([, version]) => version);
    expect(new Set(versions)).toEqual(new Set([base]));
  }
});

it('tests on the oldest Node.js that runs it, also after updates by Renovate', () => {
  const { engines } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
    engines: { node: string };
  };
  const oldest = `${engines.node.slice('>='.length)}.0`;
  expect(workflow('ci.yaml').jobs['oldest-node']?.container).toMatch(`node:${oldest}-`);
  const { packageRules } = JSON.parse(readFileSync(join(repository, 'renovate.json'), 'utf8')) as {
    packageRules: { matchPackageNames?: string[]; matchCurrentValue?: string; enabled?: boolean }[];
  };
  const rules = packageRules.filter(({ matchPackageNames = [] }) => matchPackageNames.includes('node'));
  const ofOldest = rules.filter(({ matchCurrentValue: text = '/./' }) =>
    new RegExp(text.slice(1, -1)).test(oldest),
  );
  // A later rule replaces what earlier ones say.
  expect(ofOldest.at(-1)?.enabled).toBe(false);
});

it('does not wait for a workflow that calls it', () => {
  // In both, `github.workflow` and `github.ref` are the caller's.
  for (const file of files) {
    const { concurrency, jobs } = workflow(file);
    const called = Object.values(jobs).flatMap(({ uses }) => uses?.split('/').at(-1) ?? []);
    for (const each of called) expect(workflow(each).concurrency.group).not.toBe(concurrency.group);
  }
  expect(workflow('release.yaml').jobs.ci?.uses).toBe('./.github/workflows/ci.yaml');
});

it('releases every image, only after it was scanned and signed', () => {
  const { jobs } = workflow('release.yaml');
  const list = jobs.programs?.steps?.find(({ run }) => run !== undefined)?.run ?? '';
  const output = join(mkdtempSync(join(tmpdir(), 'workflow-')), 'output');
  spawnSync('bash', ['-c', list], { cwd: repository, env: { ...process.env, GITHUB_OUTPUT: output } });
  expect(readFileSync(output, 'utf8')).toBe(`names=${JSON.stringify([...programs.keys()])}\n`);
  expect(jobs.image?.strategy?.matrix.program).toBe('${{ fromJSON(needs.programs.outputs.names) }}');
  const done = (jobs.image?.steps ?? []).map(({ uses, run }) => uses ?? run ?? '');
  const at = (part: string) => done.findIndex((step) => step.includes(part));
  expect(at('build-push-action')).toBeGreaterThan(-1);
  expect(at('trivy-action')).toBeGreaterThan(at('build-push-action'));
  expect(at('cosign sign')).toBeGreaterThan(at('trivy-action'));
  const last = done[at('cosign sign')]!;
  expect(last.indexOf('imagetools create')).toBeGreaterThan(last.indexOf('cosign attest'));
});

describe('a release', () => {
  const stepWith = (job: string, part: string) =>
    workflow('release.yaml').jobs[job]!.steps!.find(({ run }) => run?.includes(part))!.run!;

  /** Runs a step with shell scripts in place of programs. */
  function runStep(step: string, stubs: Record<string, string>, variables: Record<string, string>) {
    const workspace = mkdtempSync(join(tmpdir(), 'workflow-'));
    for (const [name, script] of Object.entries(stubs)) {
      writeFileSync(join(workspace, name), `#!/bin/sh\necho "${name} $*" >> "$CALLS"\n${script}\n`, {
        mode: 0o755,
      });
    }
    const calls = join(workspace, 'calls');
    const env = { ...process.env, ...variables, CALLS: calls, PATH: `${workspace}:${process.env.PATH}` };
    const { status } = spawnSync('bash', ['-e', '-c', step], { cwd: workspace, env });
    return { status, calls: readFileSync(calls, 'utf8') };
  }

  it.each([
    ['moves no tag', 'echo sha256:other', 1],
    ['repeats a tag', 'echo sha256:this', 0],
    ['sets a new tag', 'echo "ERROR: registry/image:1.2.3: not found" >&2; exit 1', 0],
    ['sets no tag that cannot be read', 'echo "ERROR: 503 Service Unavailable" >&2; exit 1', 1],
  ])('%s of an image', (_case, answer, expected) => {
    const { status, calls } = runStep(
      stepWith('image', 'imagetools create'),
      {
        node: 'echo {}',
        cosign: '',
        // The tag exists once it has been created.
        docker: `case "$*" in
          *inspect*) if test -e tagged; then echo sha256:this; else ${answer}; fi ;;
          *create*) touch tagged ;;
        esac`,
      },
      { IMAGE: 'registry/image', DIGEST: 'sha256:this', VERSION: '1.2.3', PROGRAM: 'ledger' },
    );
    expect(status).toBe(expected);
    expect(calls.includes('imagetools create')).toBe(expected === 0);
  });

  it.each([
    ['replaces no version', 'replicas: 2', '', 1, false],
    ['signs what a failed run has published', 'replicas: 1', '', 0, false],
    ['publishes a new version', '', 'Error: registry/charts/heliograph:0.2.0: not found', 0, true],
    ['publishes the first version', '', 'Error: failed to authorize: denied: denied', 0, true],
    ['publishes nothing over what cannot be read', '', 'Error: 503 Service Unavailable', 1, false],
  ])('%s of the chart', (_case, published, error, expected, isPushed) => {
    const write = (folder: string, text: string) =>
      `mkdir -p ${folder}/heliograph && printf 'version: 0.2.0\\n${text}\\n' > ${folder}/heliograph/Chart.yaml`;
    const { status, calls } = runStep(
      stepWith('chart', 'helm push'),
      {
        cosign: '',
        helm: `case "$1" in
          package) ${write('packaged', 'replicas: 1')}
            tar -czf packaged/heliograph-0.2.0.tgz -C packaged heliograph ;;
          pull) test -n "${published}" || { echo "${error}" >&2; exit 1; }
            ${write('published', published)}
            echo Digest: sha256:published ;;
          push) echo Digest: sha256:pushed ;;
        esac`,
      },
      { REGISTRY: 'registry', GITHUB_REPOSITORY: 'Owner/Repository', GITHUB_REF_NAME: 'v1.2.3' },
    );
    expect(status).toBe(expected);
    expect(calls.includes('helm push')).toBe(isPushed);
    const signed = isPushed ? 'pushed' : 'published';
    expect(calls.includes(`registry/owner/repository/charts/heliograph@sha256:${signed}`)).toBe(
      expected === 0,
    );
  });
});

describeWith('actionlint', 'actionlint', () => {
  it('reports nothing', () => {
    const { status, stdout } = spawnSync(
      'actionlint',
      files.map((file) => join(directory, file)),
      {
        cwd: repository,
        encoding: 'utf8',
      },
    );
    expect([status, stdout]).toEqual([0, '']);
  });
});
