import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, posix } from 'node:path';
import dockerignore from '@balena/dockerignore';
import { expand, parseAssignments } from './dockerfile.mjs';

/**
 * Executes a Dockerfile for one of its targets without Docker. Each stage is a directory with the files that its
 * instructions create, without those of its base image. RUN uses this machine's programs, so it must not touch anything
 * outside its working directory.
 *
 * @param dockerfile as returned by parseDockerfile.
 * @param context the directory that COPY copies from.
 * @param scratch an empty directory.
 * @param buildArguments replace the defaults.
 * @param caches directories on this machine for the targets of `RUN --mount=type=cache`; other targets are empty
 *   directories and are not saved.
 * @param say called with each instruction before it runs.
 * @returns the target's `{directory, workingDirectory}`: the root of its files, and its last WORKDIR.
 */
export function executeDockerfile({
  dockerfile,
  target,
  context,
  scratch,
  buildArguments = {},
  caches = {},
  say,
}) {
  const stages = new Map(dockerfile.stages.map((stage) => [stage.name, stage]));
  const uses = countUses(stages, target);
  const done = new Map();

  const finished = (name) => {
    if (!done.has(name)) done.set(name, build(stages.get(name)));
    return done.get(name);
  };

  const build = ({ name, from, instructions }) => {
    const directory = join(scratch, name);
    let state = { workingDirectory: '/', environment: {}, directory };
    if (stages.has(from)) {
      const parent = finished(from);
      state = { ...parent, environment: { ...parent.environment }, directory };
      // Moved, not copied, if nothing else needs it: copying hundreds of megabytes takes a while.
      if (uses.get(from) === 1) renameSync(parent.directory, directory);
      else copyTree(parent.directory, directory);
    } else {
      mkdirSync(directory);
    }
    const given = {};
    for (const instruction of instructions) {
      say(`${name}: ${instruction.keyword} ${instruction.rest}`);
      step(instruction, state, given);
    }
    return state;
  };

  const step = ({ keyword, flags, rest }, state, given) => {
    const variables = { ...given, ...state.environment };
    const inStage = (path) => posix.resolve(state.workingDirectory, expand(path, variables));
    if (keyword === 'ARG') {
      for (const [name, value] of Object.entries(parseAssignments(rest)))
        given[name] = buildArguments[name] ?? value ?? dockerfile.globals[name];
    } else if (keyword === 'ENV') {
      Object.assign(state.environment, parseAssignments(expand(rest, variables)));
    } else if (keyword === 'WORKDIR') {
      state.workingDirectory = inStage(rest);
      mkdirSync(join(state.directory, state.workingDirectory), { recursive: true });
    } else if (keyword === 'COPY') {
      const paths = rest.split(/\s+/);
      const destination = paths.pop();
      const target = join(state.directory, inStage(destination));
      if (flags.from && !stages.has(flags.from)) throw new Error(`no stage is called ${flags.from}`);
      if (isImage(stages.get(flags.from), stages)) return;
      for (const path of paths) copy(path, flags.from, target, destination.endsWith('/'));
    } else if (keyword === 'RUN') {
      withCache(flags.mount, state.directory, () => run(rest, state, variables));
    }
  };

  const withCache = (mount, directory, work) => {
    const target = /(?:^|,)target=([^,]+)/.exec(mount ?? '')?.[1];
    if (target === undefined || !caches[target]) return work();
    const link = join(directory, target);
    mkdirSync(caches[target], { recursive: true });
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(caches[target], link);
    work();
    rmSync(link);
  };

  const copy = (path, from, target, isIntoDirectory) => {
    if (!from && path === '.') return copyContext(context, target);
    const source = from ? join(finished(from).directory, path) : join(context, path);
    const isDirectory = statSync(source).isDirectory();
    copyTree(source, isDirectory || !isIntoDirectory ? target : join(target, posix.basename(path)));
  };

  const { directory, workingDirectory } = finished(target);
  return { directory, workingDirectory };
}

/** Whether a stage is an unmodified image, without instructions: its files are not known here. */
function isImage(stage, stages) {
  return stage !== undefined && stage.instructions.length === 0 && !stages.has(stage.from);
}

/** For each stage, how many of the stages needed for a target are based on it or copy from it. */
function countUses(stages, target) {
  const uses = new Map();
  const visit = (name) => {
    const stage = stages.get(name);
    if (!stage) return;
    const isNew = !uses.has(name);
    uses.set(name, (uses.get(name) ?? 0) + 1);
    if (!isNew) return;
    visit(stage.from);
    for (const { flags } of stage.instructions) if (flags.from) visit(flags.from);
  };
  if (!stages.has(target)) throw new Error(`the Dockerfile has no target ${target}`);
  visit(target);
  return uses;
}

function run(command, state, variables) {
  const environment = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined),
  );
  const { status } = spawnSync('/bin/sh', ['-e', '-c', command], {
    cwd: join(state.directory, state.workingDirectory),
    env: { ...process.env, npm_config_prefer_offline: 'true', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`this failed in ${state.directory}: ${command}`);
}

/** Copies the context, except for what .dockerignore names. */
function copyContext(context, target) {
  const patterns = readFileSync(join(context, '.dockerignore'), 'utf8');
  const ignored = dockerignore().add(patterns);
  const exceptions = patterns.split('\n').filter((pattern) => pattern.startsWith('!'));
  const visit = (path) => {
    for (const entry of readdirSync(join(context, path), { withFileTypes: true })) {
      const inside = posix.join(path, entry.name);
      const isIgnored = ignored.ignores(inside);
      // Only an exception re-includes a file in an ignored directory.
      const mayHoldMore = !isIgnored || exceptions.some((pattern) => pattern.startsWith(`!${inside}/`));
      if (entry.isDirectory() && mayHoldMore) visit(inside);
      else if (!isIgnored) copyTree(join(context, inside), join(target, inside));
    }
  };
  visit('.');
}

function copyTree(source, target) {
  cpSync(source, target, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
}
