import { waitFor } from '@heliograph/testing';
import { join } from 'node:path';
import { ModelWorker, WorkerEndedError } from '../src/providers/local/model-worker';
import {
  OutOfTimeError,
  PoolFullError,
  WorkerPool,
  type WorkerPoolOptions,
} from '../src/providers/local/worker-pool';

const PROGRAM = join(__dirname, 'support/scripted-worker.cjs');
/** Far longer than any run that does not hang takes on a busy machine. */
const RUN_TIMEOUT_MS = 10_000;

let pool: WorkerPool;
let lost: WorkerEndedError[];
let started: number;
const create = (options: Partial<WorkerPoolOptions> = {}, runTimeoutMs = RUN_TIMEOUT_MS) => {
  lost = [];
  started = 0;
  pool = new WorkerPool({
    startWorker: () => {
      started += 1;
      return new ModelWorker({ isBackground: false }, runTimeoutMs, PROGRAM);
    },
    size: 1,
    isAlwaysOn: false,
    idleMs: 60_000,
    largestRun: 16,
    maximumWaiting: 100,
    onWorkerLost: (error) => lost.push(error),
    ...options,
  });
};
afterEach(() => pool.close());

const always = () => Infinity;
const embed = async (...texts: string[]) => {
  const responses = await Promise.allSettled(pool.embed(texts, always));
  return responses.map((response) =>
    response.status === 'fulfilled' ? [...response.value] : (response.reason as Error),
  );
};

it('starts workers on demand, as many as there is work for', async () => {
  create({ size: 3 });
  expect(pool.size).toBe(0);
  await embed('one');
  expect(started).toBe(1);
  await embed(...Array.from({ length: 40 }, (_, index) => `text ${index}`));
  expect(pool.size).toBe(3);
});

it("returns each text's own result, and runs waiting texts together", async () => {
  create();
  await embed('warm');
  const first = embed('a');
  const rest = Promise.all([embed('bb', 'ccc'), embed('dddd')]);
  expect(await first).toEqual([[1, 1]]);
  expect(await rest).toEqual([
    [
      [3, 2],
      [3, 3],
    ],
    [[3, 4]],
  ]);
});

it('spreads a batch over its workers', async () => {
  create({ size: 2 });
  await embed(...Array<string>(40).fill('warm'));
  await waitFor(() => pool.loaded === 2);
  const responses = await embed(...Array<string>(16).fill('text'));
  expect(responses).toEqual(Array(16).fill([8, 4]));
});

it('ends its workers after a while without work and starts them again', async () => {
  create({ idleMs: 100 });
  await embed('a');
  expect(pool.size).toBe(1);
  await waitFor(() => pool.size === 0);
  expect(lost).toEqual([]);
  expect(await embed('a')).toEqual([[1, 1]]);
});

it('keeps a permanent worker', async () => {
  create({ idleMs: 50, isAlwaysOn: true });
  await pool.start();
  const alwaysOn = pool;
  await embed('a');
  // Meanwhile another pool's worker with the same idle time has come and gone.
  create({ idleMs: 50 });
  await embed('a');
  await waitFor(() => pool.size === 0);
  expect(alwaysOn.size).toBe(1);
  await alwaysOn.close();
});

it('retries texts when their worker dies, and gives up on those that kill it again', async () => {
  create();
  await embed('warm');
  const [good, bad] = await Promise.all([embed('good'), embed('crash', 'with it')]);
  expect(good).toEqual([[1, 4]]);
  expect(bad).toEqual([expect.any(WorkerEndedError), expect.any(WorkerEndedError)]);
  expect(lost).toHaveLength(2);
  expect(await embed('after')).toEqual([[1, 5]]);
});

it("does not repeat a dying worker's message, which may contain texts", async () => {
  create();
  await embed('throw', 'a private text');
  const said = lost.map((error) => `${error.stack} ${String(error.cause)}`).join();
  expect(said).toContain('the worker ended');
  expect(said).not.toMatch(/private|cannot take/);
});

it('replaces a permanent worker', async () => {
  create({ isAlwaysOn: true });
  await pool.start();
  await embed('crash');
  await waitFor(() => pool.loaded === 1);
  expect(await embed('after')).toEqual([[1, 5]]);
});

it('ends a worker that hangs', async () => {
  create({}, 2_000);
  expect(await embed('hang')).toEqual([expect.any(WorkerEndedError)]);
  expect(await embed('after')).toEqual([[1, 5]]);
});

it('returns nothing for no texts', async () => {
  create();
  expect(await embed()).toEqual([]);
  expect(started).toBe(0);
});

it('skips texts that no caller waits for any longer', async () => {
  create();
  await embed('warm');
  const running = embed('a');
  const [late] = await Promise.allSettled(pool.embed(['late'], () => 0));
  expect(late).toMatchObject({ status: 'rejected', reason: expect.any(OutOfTimeError) as unknown });
  await running;
});

it('limits waiting texts, counting only those with a waiting caller', async () => {
  create({ maximumWaiting: 2 });
  let isWanted = true;
  const forgotten = Promise.allSettled(pool.embed(['a', 'b'], () => (isWanted ? 1 : 0)));
  expect(await embed('c')).toEqual([expect.any(PoolFullError)]);
  isWanted = false;
  expect(await embed('d')).toEqual([[1, 1]]);
  expect(await forgotten).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
});

it('says why a worker cannot start, retries later, and leaves no caller waiting', async () => {
  let works = false;
  create({
    isAlwaysOn: true,
    startWorker: () => new ModelWorker({ isBackground: !works }, RUN_TIMEOUT_MS, PROGRAM),
  });
  await expect(pool.start()).rejects.toMatchObject({
    cause: { message: 'this program does not start in the background' },
  });
  works = true;
  await waitFor(() => pool.loaded === 1);
  expect(await embed('a')).toEqual([[1, 1]]);
});

it('rejects waiting texts when closed, and all later ones', async () => {
  create();
  const waiting = embed('a');
  await pool.close();
  expect(await waiting).toEqual([expect.any(WorkerEndedError)]);
  expect(await embed('b')).toEqual([expect.any(WorkerEndedError)]);
  expect(pool.size).toBe(0);
});
