import type { Logger } from '@heliograph/runtime';
import { waitFor } from '@heliograph/testing';
import { MailLoops } from './mail-loops';

/** Loops of which only the emails' has work, all of it due; an email named `hanging` is never over. */
function begin(ready: string[]) {
  const empty = { claim: () => Promise.resolve([]) };
  const begun = new Set<string>();
  const over: string[] = [];
  let most = 0;
  const deliver = async (name: string) => {
    begun.add(name);
    most = Math.max(most, begun.size - over.length);
    await new Promise((done) => void (name === 'hanging' || setImmediate(done)));
    over.push(name);
  };
  const loops = new MailLoops({
    alerts: empty,
    digests: empty,
    mails: { claim: (limit: number) => Promise.resolve(ready.splice(0, limit)) },
    courier: { deliver },
    pollMs: 1,
    stopMs: 1,
    logger: {} as Logger,
    metrics: { failed: () => undefined },
  } as unknown as ConstructorParameters<typeof MailLoops>[0]);
  loops.start();
  return { loops, over, most: () => most };
}

it('one email that takes long holds up no other', async () => {
  const ready = ['hanging', ...Array.from({ length: 9 }, (_, index) => `email ${index}`)];
  const { loops, over, most } = begin(ready);
  await waitFor(() => over.length === 9);
  expect(most()).toBe(4);
  await loops.stop();
});
