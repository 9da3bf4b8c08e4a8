import { createLogger, ServiceError } from '@heliograph/runtime';
import { PreparedTopics } from './prepared-topics';

const silent = createLogger({ service: 'test', level: 'silent' });
const definitions = [{ name: 'topic', partitions: 1, retentionMs: 1_000 }];

/** A log whose attempts end on command. */
function slowLog() {
  const tries: { succeed(): void; fail(): void }[] = [];
  const prepare = jest.fn(
    () =>
      new Promise<void>((resolve, reject) => {
        tries.push({ succeed: resolve, fail: () => reject(new Error('away')) });
      }),
  );
  return { tries, prepare };
}

it('makes one attempt at a time, and retries after a failure', async () => {
  const log = slowLog();
  const topics = new PreparedTopics(log, definitions, silent);
  const first = topics.prepare();
  topics.prepareAgain();
  expect(log.tries).toHaveLength(1);
  log.tries[0]!.fail();
  await expect(first).rejects.toThrow('away');
  topics.prepareAgain();
  expect(log.tries).toHaveLength(2);
  expect(log.prepare).toHaveBeenLastCalledWith(definitions);
  log.tries[1]!.succeed();
  await topics.close();
});

it.each(['succeed', 'fail'] as const)(
  'closes when the current attempt is over, even if it should %s, and begins no other',
  async (end) => {
    const log = slowLog();
    const topics = new PreparedTopics(log, definitions, silent);
    topics.prepareAgain();
    let isClosed = false;
    const closed = topics.close().then(() => (isClosed = true));
    topics.prepareAgain();
    await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    log.tries[0]![end]();
    await closed;
    topics.prepareAgain();
    expect(log.tries).toHaveLength(1);
  },
);

it('lets a program start while the log cannot be reached, but not with wrong settings', async () => {
  let failure: Error = new ServiceError('unavailable', 'The event log is unavailable.');
  const log = { prepare: jest.fn(() => Promise.reject(failure)) };
  const topics = new PreparedTopics(log, definitions, silent);
  await topics.prepareAtStart();
  topics.prepareAgain();
  expect(log.prepare).toHaveBeenCalledTimes(2);
  failure = new Error('not authorized');
  await topics.close();
  await expect(new PreparedTopics(log, definitions, silent).prepareAtStart()).rejects.toThrow(
    'not authorized',
  );
});
