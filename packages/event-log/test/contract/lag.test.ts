import { waitFor } from '@heliograph/testing';
import { describeLogs } from '../support/logs';
import { Handled, numbered } from '../support/messages';

const PROCESSED = 1_000;
const LOOKS = 200;

describeLogs('lag', (log) => {
  it('never counts processed messages of a group that goes on meanwhile', async () => {
    const topic = await log().createTopic({ partitions: 1 });
    const events = log().open();
    const publisher = await events.createPublisher();
    const handled = new Handled();
    await events.subscribe({ topic, group: 'g', maximumBatch: 100, handle: handled.take });
    await publisher.publish(topic, numbered(PROCESSED));
    await waitFor(async () => (await events.lag(topic, 'g')) === 0);
    let isDone = false;
    const publishing = (async () => {
      for (let first = PROCESSED; !isDone; first += 1) await publisher.publish(topic, numbered(1, { first }));
    })();
    let longest = 0;
    for (let look = 0; look < LOOKS; look += 1) longest = Math.max(longest, await events.lag(topic, 'g'));
    isDone = true;
    await publishing;
    expect(longest).toBeLessThan(PROCESSED);
  }, 60_000);
});
