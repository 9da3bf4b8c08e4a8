import { createLogger } from '@heliograph/runtime';
import { createEventLog } from '../create-event-log';
import { DeadLetterBox } from './dead-letter-box';

it('names the event log if it cannot be reached', async () => {
  const log = createEventLog(
    { kind: 'postgres', connectionString: 'postgresql://events:password@127.0.0.1:1/heliograph' },
    { clientId: 'test', logger: createLogger({ service: 'test', level: 'silent' }) },
  );
  const box = new DeadLetterBox({
    topic: 'topic',
    log,
    publish: () => Promise.resolve(),
    positions: { read: () => Promise.resolve(undefined), move: () => Promise.reject(new Error('unused')) },
    clock: Date.now,
  });
  const named = { code: 'unavailable', publicText: expect.stringContaining('event log') as string };
  await expect(box.list(10, '', 'page_token')).rejects.toMatchObject(named);
  await expect(box.waiting()).rejects.toMatchObject(named);
  await log.close();
});
