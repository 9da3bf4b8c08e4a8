import { runDirectory, runHelm } from '@heliograph/testing';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from './manifests';
import { CHART } from './paths';

export type Values = Record<string, unknown>;

/** Values as an operator sets them: one of the chart's files, and overrides. */
export interface Profile {
  name: string;
  /** From `charts/heliograph/values`, without its extension. */
  file?: 'development' | 'production';
  values: Values;
}

interface RenderOptions {
  /** A directory or a package; by default the working tree's chart. */
  chart?: string;
  release?: string;
  namespace?: string;
}

const RELEASE = 'heliograph';
const NAMESPACE = 'heliograph';

/** Renders the chart with all its hooks, each profile once per run. @throws with Helm's message if rendering fails. */
export async function render(profile: Profile, options: RenderOptions = {}): Promise<Manifest[]> {
  const id = JSON.stringify([profile.file, profile.values, options]);
  const file = join(runDirectory(), `rendered-${createHash('sha256').update(id).digest('hex')}.json`);
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as Manifest[];
  const manifests = await renderAnew(profile, options);
  // Written atomically, because other workers look for it.
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, JSON.stringify(manifests));
  await rename(unfinished, file);
  return manifests;
}

/** Helm's message for values that fail to render; empty if they render. */
export async function renderFailure(profile: Profile): Promise<string> {
  const { status, stderr } = await helmWith(profile, (files) => ['template', RELEASE, CHART, ...files]);
  return status === 0 ? '' : stderr;
}

/** Runs Helm with the files of a profile's values. */
export async function helmWith(profile: Profile, argsWith: (files: string[]) => string[]) {
  const directory = await mkdtemp(join(tmpdir(), 'heliograph-values-'));
  try {
    const file = join(directory, 'values.yaml');
    await writeFile(file, JSON.stringify(profile.values));
    const base =
      profile.file === undefined ? [] : ['--values', join(CHART, 'values', `${profile.file}.yaml`)];
    return await runHelm(argsWith([...base, '--values', file]));
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function renderAnew(profile: Profile, options: RenderOptions): Promise<Manifest[]> {
  const { chart = CHART, release = RELEASE, namespace = NAMESPACE } = options;
  const { status, stdout, stderr } = await helmWith(profile, (files) => [
    ...['template', release, chart, '--namespace', namespace, ...files],
  ]);
  if (status !== 0) throw new Error(`helm template with ${profile.name}: ${stderr.trim()}`);
  return parseManifests(stdout);
}

/** Objects in a YAML stream. @throws for invalid YAML and duplicate keys. */
export function parseManifests(text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0]!;
    const manifest = document.toJS() as Manifest | null;
    return manifest === null ? [] : [manifest];
  });
}
