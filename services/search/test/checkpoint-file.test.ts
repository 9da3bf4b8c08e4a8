import { waitFor } from '@heliograph/testing';
import { spawn, spawnSync } from 'node:child_process';
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CHECKPOINT_NAME, type CheckpointRefusedError, type Checkpoint } from '../src/checkpoint/checkpoint';
import { openCheckpoint } from '../src/checkpoint/read-checkpoint';
import { BusyDirectoryError, writeCheckpoint } from '../src/checkpoint/write-checkpoint';
import { changedCorpus, checkpointOf } from './support/changed-corpus';

const ROOM = 2 ** 30;
/** Size of a child's checkpoint. */
const MEGABYTES = 64;
let directory: string;
let path: string;
let checkpoint: Checkpoint;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'checkpoint-'));
  path = join(directory, CHECKPOINT_NAME);
  checkpoint = checkpointOf(changedCorpus(20261125, 1).corpus);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function read(): Checkpoint | undefined {
  const file = openCheckpoint(directory);
  if (!file) return undefined;
  try {
    return { ...file.description, views: file.views() };
  } finally {
    file.close();
  }
}

/** Why the checkpoint is refused; undefined if it is read. */
function refusal(): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    return (error as CheckpointRefusedError).reason;
  }
}

/**
 * Another process that writes checkpoints one after another.
 *
 * @param prelude shell commands to run first.
 * @param user to switch to once the program is loaded: the checkout may be readable by root alone.
 */
const inChild = (megabytes: number, { prelude = '', user }: { prelude?: string; user?: number } = {}) => [
  '-c',
  `${prelude} exec "$0" -e '
    const { writeCheckpoint } = require(process.argv[1]);
    ${user === undefined ? '' : `process.setuid(${user});`}
    const views = [{ segment: { bytes: new Uint8Array(${megabytes} * 2 ** 20) }, rows: new Uint32Array(1) }];
    for (;;) writeCheckpoint(process.argv[2], { position: { version: 1 }, views }, 2 ** 40);
  ' "$1" "$2"`,
  process.execPath,
  resolve(__dirname, '../dist/checkpoint/write-checkpoint.js'),
  directory,
];

it('is read as it was written, and replaced atomically', () => {
  expect(openCheckpoint(directory)).toBeUndefined();
  expect(writeCheckpoint(directory, checkpoint, ROOM)).toBeGreaterThan(10_000);
  expect(read()).toEqual(checkpoint);
  const opened = openCheckpoint(directory)!;
  const other = checkpointOf(changedCorpus(7, 2).corpus);
  writeCheckpoint(directory, other, ROOM);
  expect(opened.views()).toEqual(checkpoint.views);
  opened.close();
  expect(read()).toEqual(other);
});

it('is in shared memory, so that threads can pass it on without a copy', () => {
  writeCheckpoint(directory, checkpoint, ROOM);
  const { segment, rows } = read()!.views[0]!;
  for (const array of [rows, segment.ids.low, segment.publishedAt, segment.documents.blocks[0]!]) {
    expect(array.buffer).toBeInstanceOf(SharedArrayBuffer);
  }
});

it('is refused with any bit flipped', async () => {
  writeCheckpoint(directory, checkpoint, ROOM);
  const whole = await readFile(path);
  const trailer = Array.from({ length: 24 }, (_, index) => whole.length - 1 - index);
  const places = [0, ...Array.from({ length: 200 }, (_, index) => Math.floor((whole.length * index) / 200))];
  for (const position of [...places, ...trailer]) {
    const flipped = Buffer.from(whole);
    flipped[position]! ^= 1 << (position % 8);
    await writeFile(path, flipped);
    expect([position, refusal()]).toEqual([position, 'damaged']);
  }
  await writeFile(path, whole);
  expect(refusal()).toBeUndefined();
});

it('is refused when it was truncated anywhere, or extended', async () => {
  writeCheckpoint(directory, checkpoint, ROOM);
  const whole = await readFile(path);
  for (const length of [0, 1, 15, 16, 17, whole.length >> 1, whole.length - 17, whole.length - 1]) {
    await writeFile(path, whole);
    await truncate(path, length);
    expect([length, refusal()]).toEqual([length, 'damaged']);
  }
  await writeFile(path, Buffer.concat([Buffer.alloc(8), whole]));
  expect(refusal()).toBe('damaged');
});

it('is refused when it cannot be read', async () => {
  await mkdir(path);
  expect(refusal()).toBe('unreadable');
});

it('stays complete wherever a process that writes another is killed; its partial file is removed later', async () => {
  writeCheckpoint(directory, checkpoint, ROOM);
  const partial = async () => {
    const name = (await readdir(directory)).find((each) => each.endsWith('.partial'));
    return name && join(directory, name);
  };
  let kills = 0;
  for (const share of [0, 0.2, 0.4, 0.6, 0.8, 1]) {
    const child = spawn('bash', inChild(MEGABYTES));
    const exited = new Promise((done) => child.once('exit', done));
    await waitFor(async () => {
      const path = await partial();
      const begunBytes = path ? ((await stat(path).catch(() => undefined))?.size ?? -1) : -1;
      return begunBytes >= share * MEGABYTES * 2 ** 20;
    });
    child.kill('SIGKILL');
    await exited;
    expect(refusal()).toBeUndefined();
    // Killed between two checkpoints, it left nothing.
    const begun = await partial();
    if (begun === undefined) continue;
    kills += 1;
    expect(() => writeCheckpoint(directory, checkpoint, ROOM)).toThrow(BusyDirectoryError);
    const longAgo = new Date(Date.now() - 180_000);
    await utimes(begun, longAgo, longAgo);
    writeCheckpoint(directory, checkpoint, ROOM);
    expect(await readdir(directory)).toEqual([CHECKPOINT_NAME]);
    expect(read()).toEqual(checkpoint);
  }
  expect(kills).toBeGreaterThan(0);
}, 200_000);

it('stays unchanged when there is no room for another, which leaves nothing behind', async () => {
  writeCheckpoint(directory, checkpoint, ROOM);
  // 4 MiB: like a full disk, without filling one.
  const { status, stderr } = spawnSync('bash', inChild(16, { prelude: 'ulimit -f 4096;' }), {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([1, expect.stringContaining('EFBIG')]);
  expect(await readdir(directory)).toEqual([CHECKPOINT_NAME]);
  expect(read()).toEqual(checkpoint);
});

it('is not begun when two would not fit into the directory', async () => {
  const bytes = writeCheckpoint(directory, checkpoint, ROOM);
  expect(() => writeCheckpoint(directory, checkpoint, bytes)).toThrow('would not fit twice');
  expect(await readdir(directory)).toEqual([CHECKPOINT_NAME]);
});

it('is not begun when it would use most of the remaining disk space', async () => {
  const rows = new Uint32Array(new SharedArrayBuffer(2 ** 32));
  const views = Array.from({ length: 2 ** 12 }, () => ({ ...checkpoint.views[0]!, rows }));
  expect(() => writeCheckpoint(directory, { ...checkpoint, views }, 2 ** 60)).toThrow(
    'would leave too little',
  );
  expect(await readdir(directory)).toEqual([]);
});

it('is read from a read-only directory', async () => {
  writeCheckpoint(directory, checkpoint, ROOM);
  await chmod(directory, 0o555);
  // Root may write anywhere.
  const other = process.getuid!() === 0 ? { user: 65534 } : {};
  const { status, stderr } = spawnSync('bash', inChild(1, other), { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('EACCES')]);
  await chmod(directory, 0o700);
  expect(read()).toEqual(checkpoint);
});
