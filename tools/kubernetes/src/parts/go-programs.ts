import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from '../run-command';
import { VERSIONS, type Paths } from '../settings';

const KUBERNETES_PROGRAMS = [
  'kube-apiserver',
  'kubelet',
  'kube-controller-manager',
  'kube-scheduler',
  'kube-proxy',
];
/** Yields the CPU to the machine's other users. */
const NICE = ['-n', '15'];
const BUILD_TIMEOUT_MS = 3_600_000;

interface GoBuild {
  /** Name of the module created for the build. */
  name: string;
  programs: readonly string[];
  /** Writes the files that the build needs. @returns arguments for `go build` after `-o`. */
  prepare: (directory: string, go: Go) => Promise<{ output: string; flags?: string[]; packages: string[] }>;
}

/** Runs go in a directory. @returns its standard output. */
type Go = (directory: string, ...args: string[]) => Promise<string>;

/**
 * Builds missing programs, which takes minutes with an empty build cache. @throws CommandFailure with the compiler's
 * output.
 */
export async function buildGoPrograms(paths: Paths, say: (text: string) => void): Promise<void> {
  await mkdir(paths.programs, { recursive: true });
  for (const build of [kubernetes(paths), coreDns(paths), traefik(paths)]) {
    if (build.programs.every((program) => existsSync(join(paths.programs, program)))) continue;
    say(`Compiling ${build.programs.join(', ')} (once, minutes)`);
    const directory = join(paths.cache, 'build', build.name);
    await mkdir(directory, { recursive: true });
    const { output, flags = [], packages } = await build.prepare(directory, go);
    const linking = ['-trimpath', '-ldflags', ['-s -w', ...flags].join(' ')];
    const args = [...NICE, goProgram(), 'build', '-p', '2', ...linking, '-o', output, ...packages];
    await runCommand('nice', args, { cwd: directory, env: goEnvironment(), timeoutMs: BUILD_TIMEOUT_MS });
  }
}

function kubernetes({ programs }: Paths): GoBuild {
  return {
    name: 'kubernetes',
    programs: KUBERNETES_PROGRAMS,
    async prepare(directory, go) {
      const module = `k8s.io/kubernetes`;
      const packages = KUBERNETES_PROGRAMS.map((name) => `${module}/cmd/${name}`);
      const source = await download(directory, go, `${module}@v${VERSIONS.kubernetes}`);
      const stagingVersion = `v0.${VERSIONS.kubernetes.slice(2)}`;
      // The module is published without its staging directory, whose modules are published separately.
      const staged = [
        ...(await readFile(join(source, 'go.mod'), 'utf8')).matchAll(/^\t(\S+) => \.\/staging/gm),
      ];
      await writeModule(directory, {
        name: 'kubernetes',
        required: `${module} v${VERSIONS.kubernetes}`,
        replaced: staged.map(([, name]) => `${name} => ${name} ${stagingVersion}`),
        packages,
      });
      await cp(join(source, 'go.sum'), join(directory, 'go.sum'));
      await go(directory, 'mod', 'tidy');
      const version = 'k8s.io/component-base/version';
      const [major, minor] = VERSIONS.kubernetes.split('.');
      const flags = Object.entries({
        gitVersion: `v${VERSIONS.kubernetes}`,
        gitMajor: major,
        gitMinor: minor,
        gitTreeState: 'clean',
      }).map(([name, value]) => `-X ${version}.${name}=${value}`);
      return { output: `${programs}/`, flags, packages };
    },
  };
}

function coreDns({ programs, tool }: Paths): GoBuild {
  return {
    name: 'coredns',
    programs: ['coredns'],
    async prepare(directory, go) {
      await cp(join(tool, 'machine/coredns.go'), join(directory, 'main.go'));
      await writeFile(join(directory, 'go.mod'), 'module heliograph.local/coredns\n\ngo 1.24.0\n');
      const client = ['client-go', 'api', 'apimachinery'].map(
        (name) => `k8s.io/${name}@v0.${VERSIONS.kubernetes.slice(2)}`,
      );
      await go(directory, 'get', `github.com/coredns/coredns@v${VERSIONS.coreDns}`, ...client);
      await go(directory, 'mod', 'tidy');
      return { output: join(programs, 'coredns'), packages: ['.'] };
    },
  };
}

function traefik({ programs }: Paths): GoBuild {
  return {
    name: 'traefik',
    programs: ['traefik'],
    async prepare(directory, go) {
      const module = 'github.com/traefik/traefik/v3';
      const packages = [`${module}/cmd/traefik`];
      const downloaded = await download(directory, go, `${module}@v${VERSIONS.traefik}`);
      const source = join(directory, 'source');
      await cp(downloaded, source, { recursive: true });
      await runCommand('chmod', ['-R', 'u+w', source]);
      // The module is published without its web pages, but does not compile without any.
      await mkdir(join(source, 'webui/static'), { recursive: true });
      await writeFile(join(source, 'webui/static/none.txt'), 'The pages are not part of this build.\n');
      const replaced = [
        ...(await readFile(join(source, 'go.mod'), 'utf8')).matchAll(
          /^\t?(?:replace )?(\S+(?: v\S+)? => \S+ v\S+)$/gm,
        ),
      ];
      await writeModule(directory, {
        name: 'traefik',
        required: `${module} v${VERSIONS.traefik}`,
        replaced: [...replaced.map(([, line]) => line!), `${module} => ./source`],
        packages,
      });
      await cp(join(source, 'go.sum'), join(directory, 'go.sum'));
      await go(directory, 'mod', 'tidy');
      return { output: join(programs, 'traefik'), packages };
    },
  };
}

/** @returns the directory with the module's files. */
async function download(directory: string, go: Go, module: string): Promise<string> {
  // Outside a module, go downloads nothing.
  await writeFile(join(directory, 'go.mod'), 'module heliograph.local/download\n\ngo 1.24.0\n');
  const { Dir } = JSON.parse(await go(directory, 'mod', 'download', '-json', module)) as { Dir: string };
  return Dir;
}

async function writeModule(
  directory: string,
  {
    name,
    required,
    replaced,
    packages,
  }: { name: string; required: string; replaced: string[]; packages: string[] },
): Promise<void> {
  const replacements = replaced.map((line) => `\t${line}\n`).join('');
  const module = `module heliograph.local/${name}\n\ngo 1.24.0\n\ngodebug default=go1.24\n`;
  await writeFile(
    join(directory, 'go.mod'),
    `${module}\nrequire ${required}\n\nreplace (\n${replacements})\n`,
  );
  const imports = packages.map((path) => `\t_ "${path}"\n`).join('');
  await writeFile(
    join(directory, 'tools.go'),
    `//go:build tools\n\npackage tools\n\nimport (\n${imports})\n`,
  );
}

const go: Go = (directory, ...args) =>
  runCommand(goProgram(), args, { cwd: directory, env: goEnvironment(), timeoutMs: BUILD_TIMEOUT_MS });

/** The go on the PATH, or the one in the default directory of Go's installer. */
function goProgram(): string {
  return existsSync('/usr/local/go/bin/go') ? '/usr/local/go/bin/go' : 'go';
}

function goEnvironment(): NodeJS.ProcessEnv {
  return { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=mod' };
}
