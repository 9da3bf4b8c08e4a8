import { waitFor } from '@heliograph/testing';
import { createLogger } from '@heliograph/runtime';
import { MailLoops } from './mail-loops';

type Parts = ConstructorParameters<typeof MailLoops>[0];

it('checks, builds, and sends nothing while access is restricted, and everything once it is lifted', async () => {
  let asked = 0;
  let active = true;
  const done: string[] = [];
  const waiting = (name: string) => {
    const left = [name];
    return { claim: async () => left.splice(0) };
  };
  const work = async (name: string) => void done.push(name);
  const loops = new MailLoops({
    alerts: waiting('alert'),
    digests: waiting('digest'),
    mails: waiting('mail'),
    builder: { build: work },
    checker: { check: work },
    courier: { deliver: work },
    isRestricted: async () => {
      asked += 1;
      return active;
    },
    pollMs: 1,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: { failed: () => undefined },
  } as unknown as Parts);
  loops.start();
  // By then, each of the three loops has ended a round.
  await waitFor(() => asked > 12);
  expect(done).toEqual([]);
  active = false;
  await waitFor(() => done.length === 3);
  await loops.stop();
  expect(done.sort()).toEqual(['alert', 'digest', 'mail']);
});
