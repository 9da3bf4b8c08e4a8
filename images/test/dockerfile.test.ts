import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readDockerfile, type Dockerfile, type Stage } from './support/dockerfile';
import { programs, repository, runScript } from './support/repository';

const dockerfile: Dockerfile = readDockerfile();
const stages = new Map(dockerfile.stages.map((stage) => [stage.name, stage]));
const images = [...programs.keys()];

/** A stage's instructions of one kind, preceded by those of its base stages. */
function inherited(name: string, keyword: string): string[] {
  const stage = stages.get(name);
  if (!stage) return [];
  const own = stage.instructions.filter((instruction) => instruction.keyword === keyword);
  return [...inherited(stage.from, keyword), ...own.map(({ rest }) => rest)];
}

function ancestry(name: string): Stage[] {
  const stage = stages.get(name);
  return stage ? [stage, ...ancestry(stage.from)] : [];
}

/** A FROM's image, with its argument's default. */
function imageOf({ from }: Stage): string {
  return from.replace(/^\$\{(\w+)\}$/, (_, name: string) => dockerfile.globals[name] ?? '');
}

it('is generated from the list of programs, which names all that exist', () => {
  expect(() => runScript('scripts/programs.mjs', ['--check'])).not.toThrow();
  const list = parse(readFileSync(join(repository, 'charts/heliograph/programs.yaml'), 'utf8')) as object;
  expect(Object.keys(list)).toEqual(images);
});

it('has a target for each program', () => {
  const targets = dockerfile.stages.filter(({ from }) => from === 'runtime').map(({ name }) => name);
  expect(targets.sort()).toEqual(images);
});

it.each(images)('%s starts its own program with its own tree', (name) => {
  const [command = '[]'] = inherited(name, 'ENTRYPOINT');
  const [node, ...rest] = JSON.parse(command) as string[];
  expect([node, rest.pop()]).toEqual(['node', `${programs.get(name)}/dist/main.js`]);
  expect(rest.filter((option) => !option.startsWith('--initial-old-space-size='))).toEqual([]);
  expect(existsSync(join(repository, programs.get(name)!, 'src/main.ts'))).toBe(true);
  expect(stages.get(name)?.instructions).toContainEqual({
    keyword: 'COPY',
    flags: { from: 'trees' },
    rest: `/repository/trees/${name}/ ./`,
  });
});

it.each(images)('%s runs as an unprivileged user below /app, and describes itself', (name) => {
  expect(inherited(name, 'USER')).toEqual(['65532:65532']);
  expect(inherited(name, 'WORKDIR')).toEqual(['/app']);
  const labels = inherited(name, 'LABEL').join(' ');
  for (const label of ['title', 'description', 'version', 'revision', 'source', 'created', 'licenses'])
    expect(labels).toContain(`org.opencontainers.image.${label}=`);
});

it.each(images)('%s exposes the ports that the chart uses', (name) => {
  const port = { gateway: '8080', dashboard: '8081' }[name] ?? '50051';
  expect(inherited(name, 'EXPOSE')).toEqual(name === 'admin' ? [] : [`${port} 9464`]);
});

it.each(images)('%s runs nothing in its final stages, so it needs no shell', (name) => {
  expect(ancestry(name).map((stage) => stage.name)).toEqual([name, 'runtime']);
  expect(inherited(name, 'RUN')).toEqual([]);
});

it('takes its base images from build arguments with full versions', () => {
  const bases = dockerfile.stages.filter(({ from }) => !stages.has(from));
  expect(new Set(bases.map(({ from }) => from))).toEqual(new Set(['${BASE_IMAGE}', '${RUNTIME_IMAGE}']));
  for (const base of bases) {
    expect(imageOf(base)).toMatch(/^[\w./-]+:[\w.-]+(@sha256:[0-9a-f]{64})?$/);
    expect(imageOf(base)).not.toMatch(/:latest\b/);
  }
  // Images ship the same Node.js that everything is tested with.
  expect(dockerfile.globals.BASE_IMAGE).toMatch(/^node:24\./);
});

it("installs only from the lockfile, and runs no packages' scripts", () => {
  const commands = dockerfile.stages.flatMap(({ instructions }) =>
    instructions.filter(({ keyword }) => keyword === 'RUN').map(({ rest }) => rest),
  );
  const installs = commands.filter((command) => /\bnpm\b/.test(command));
  expect(installs).toHaveLength(2);
  for (const install of installs) expect(install).toMatch(/\bnpm ci --ignore-scripts$/);
  expect(commands.join('\n')).not.toMatch(/\b(npx|curl|wget|apt-get|git)\b/);
});

it('leaves health checks to the orchestrator, and adds nothing from elsewhere', () => {
  const instructions = dockerfile.text.split('\n').filter((line) => !line.startsWith('#'));
  expect(instructions.join('\n')).not.toMatch(/^\s*(HEALTHCHECK|ADD|VOLUME|ONBUILD|SHELL|CMD)\b/m);
});

it('copies only existing files', () => {
  const copies = dockerfile.stages.flatMap(({ instructions }) =>
    instructions.filter(({ keyword }) => keyword === 'COPY'),
  );
  for (const { flags, rest } of copies) {
    const sources = rest.split(/\s+/).slice(0, -1);
    if (flags.from) expect(stages.has(flags.from)).toBe(true);
    else
      for (const source of sources)
        expect([source, existsSync(join(repository, source))]).toEqual([source, true]);
  }
});
