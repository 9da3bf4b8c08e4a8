import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FRAME } from './frames';
import { PointLog } from './point-log';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'heliograph-point-log-'));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await rm(directory, { recursive: true });
});

/** The prototype of the log's file handles. */
async function fileHandles(): Promise<FileHandle> {
  const file = await open(join(directory, 'any'), 'w');
  await file.close();
  return Object.getPrototypeOf(file) as FileHandle;
}

it('confirms a batch only once it is on disk', async () => {
  const log = await PointLog.create(join(directory, 'points'));
  let reachDisk = () => {};
  const onDisk = new Promise<void>((resolve) => (reachDisk = resolve));
  const flushing = jest.spyOn(await fileHandles(), 'datasync').mockImplementation(() => onDisk);
  let isConfirmed = false;
  const appended = log.append(FRAME.put, 1, Buffer.from('a batch')).then(() => (isConfirmed = true));
  // Written and waiting for the disk: a log that did not wait would have confirmed by now, or a turn later.
  await open(join(directory, 'points'), 'r').then((file) => file.close());
  await new Promise(setImmediate);
  expect(isConfirmed).toBe(false);
  reachDisk();
  await appended;
  expect(flushing).toHaveBeenCalledTimes(1);
  await log.close();
});

it('keeps a batch on disk whose mark cannot be written', async () => {
  const path = join(directory, 'points');
  const log = await PointLog.create(path);
  const handles = await fileHandles();
  const flush = handles.datasync;
  jest.spyOn(handles, 'datasync').mockImplementationOnce(async function (this: FileHandle) {
    await flush.call(this);
    jest.spyOn(handles, 'write').mockRejectedValueOnce(new Error('the disk is full'));
  });
  await log.append(FRAME.put, 1, Buffer.from('first'));
  await log.append(FRAME.put, 1, Buffer.from('second'));
  await log.close();
  const read: string[] = [];
  await (await PointLog.open(path, (_header, payload) => read.push(payload.toString()))).close();
  expect(read).toEqual(['first', 'second']);
});

it('reverts a batch that does not reach the disk', async () => {
  const path = join(directory, 'points');
  const log = await PointLog.create(path);
  await log.append(FRAME.put, 1, Buffer.from('first'));
  const before = log.bytes;
  jest.spyOn(await fileHandles(), 'datasync').mockRejectedValueOnce(new Error('the disk is full'));
  await expect(log.append(FRAME.put, 1, Buffer.from('second'))).rejects.toThrow('the disk is full');
  expect(log.bytes).toBe(before);
  await log.append(FRAME.put, 1, Buffer.from('third'));
  await log.close();
  const read: string[] = [];
  await (await PointLog.open(path, (_header, payload) => read.push(payload.toString()))).close();
  expect(read).toEqual(['first', 'third']);
});
