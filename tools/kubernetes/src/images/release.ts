import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { basePackages } from '../parts/debian-packages';
import { writeArchive, type Image, type ImageConfig } from './archive';
import { packLayer } from './layer';
import { makeRootFileSystem } from './root-file-system';

interface ReleaseFiles {
  /** The checkout whose Dockerfile says how to run the programs. */
  source: string;
  /** The output of `scripts/production-tree.mjs --all`. */
  trees: string;
  /** Tag of the images. */
  tag: string;
  archives: ReadonlyMap<string, string>;
}

/**
 * Builds the images of all programs without a container engine: Debian's libraries instead of the Dockerfile's base
 * image, the machine's Node.js, and the program's tree. Reads user, environment, ports, labels, and entrypoint from the
 * Dockerfile.
 *
 * @returns the archive's path.
 */
export async function releaseArchive(
  directory: string,
  { source, trees, tag, archives }: ReleaseFiles,
): Promise<string> {
  const layers = join(directory, 'layers');
  await rm(layers, { recursive: true, force: true });
  const base = join(directory, 'base');
  await makeRootFileSystem(basePackages(archives), base);
  const baseLayer = await packLayer(base, layers);
  const node = join(directory, 'node');
  await mkdir(join(node, 'usr/local/bin'), { recursive: true });
  await cp(await realpath(process.execPath), join(node, 'usr/local/bin/node'));
  await chmod(join(node, 'usr/local/bin/node'), 0o755);
  const nodeLayer = await packLayer(node, layers);
  const images: Image[] = [];
  for (const name of await readdir(trees)) {
    const tree = await packLayer(join(trees, name), layers, 'app');
    const config = await configOf(source, name);
    images.push({
      reference: `docker.io/heliograph/${name}:${tag}`,
      layers: [baseLayer, nodeLayer, tree],
      config,
    });
  }
  const file = join(directory, 'images.tar');
  await writeArchive(images, file);
  for (const made of [base, node, layers]) await rm(made, { recursive: true, force: true });
  return file;
}

interface Instruction {
  keyword: string;
  rest: string;
}

interface Stage {
  name: string;
  from: string;
  instructions: Instruction[];
}

interface DockerfileReader {
  parseDockerfile(text: string): { globals: Record<string, string>; stages: Stage[] };
  parseAssignments(text: string): Record<string, string | undefined>;
  expand(text: string, variables: Record<string, string>): string;
}

/** The run configuration in a target's stage and the stages it builds on. */
async function configOf(source: string, target: string): Promise<ImageConfig> {
  const path = join(source, 'scripts/lib/images/dockerfile.mjs');
  if (!existsSync(path)) throw new Error(`${path} is missing: this checkout's Dockerfile cannot be read`);
  const reader = (await import(pathToFileURL(path).href)) as DockerfileReader;
  const { globals, stages } = reader.parseDockerfile(await readFile(join(source, 'Dockerfile'), 'utf8'));
  const byName = new Map(stages.map((stage) => [stage.name, stage]));
  const chain: Stage[] = [];
  for (let stage = byName.get(target); stage; stage = byName.get(stage.from)) chain.unshift(stage);
  const variables: Record<string, string> = {};
  const environment: Record<string, string> = {};
  const config: ImageConfig = { Labels: {}, ExposedPorts: {} };
  for (const { keyword, rest } of chain.flatMap(({ instructions }) => instructions)) {
    const assigned = () => reader.parseAssignments(reader.expand(rest, { ...variables, ...environment }));
    switch (keyword) {
      case 'ARG':
        for (const [name, value] of Object.entries(reader.parseAssignments(rest)))
          variables[name] = value ?? globals[name] ?? '';
        break;
      case 'ENV':
        Object.assign(environment, assigned());
        break;
      case 'LABEL':
        Object.assign(config.Labels!, assigned());
        break;
      case 'USER':
        config.User = rest;
        break;
      case 'WORKDIR':
        config.WorkingDir = rest;
        break;
      case 'EXPOSE':
        for (const port of rest.split(/\s+/)) config.ExposedPorts![`${port}/tcp`] = {};
        break;
      case 'ENTRYPOINT':
        config.Entrypoint = JSON.parse(rest) as string[];
        break;
    }
  }
  return { ...config, Env: Object.entries(environment).map(([name, value]) => `${name}=${value}`) };
}
