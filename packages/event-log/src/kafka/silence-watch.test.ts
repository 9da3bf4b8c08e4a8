import { EventEmitter } from 'node:events';
import { Kafka, type Consumer } from 'kafkajs';
import { SilenceWatch } from './silence-watch';

const MAXIMUM_MS = 60_000;
const { events } = new Kafka({ brokers: ['none:1'] }).consumer({ groupId: 'g' });

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function watch() {
  const emitter = new EventEmitter();
  const consumer = { on: (name: string, listen: () => void) => emitter.on(name, listen), events };
  const watching = new SilenceWatch(consumer as unknown as Consumer, MAXIMUM_MS);
  const ended = jest.fn();
  watching.silence.catch(ended);
  return { emitter, watching, ended };
}

it.each(['consumer.heartbeat', 'consumer.group_join'])('waits as long as %s comes', async (sign) => {
  const { emitter, watching, ended } = watch();
  for (let time = 0; time < 5; time += 1) {
    await jest.advanceTimersByTimeAsync(MAXIMUM_MS - 1);
    emitter.emit(sign);
  }
  expect([watching.isSilent, ended.mock.calls]).toEqual([false, []]);
  await jest.advanceTimersByTimeAsync(MAXIMUM_MS);
  expect([watching.isSilent, ended.mock.calls.length]).toEqual([true, 1]);
});

it('notices a consumer that never joins, and nothing once stopped', async () => {
  const [silent, stopped] = [watch(), watch()];
  stopped.watching.stop();
  await jest.advanceTimersByTimeAsync(2 * MAXIMUM_MS);
  expect([silent.watching.isSilent, stopped.watching.isSilent]).toEqual([true, false]);
  await expect(silent.watching.silence).rejects.toThrow('silent for 60000 ms');
});
