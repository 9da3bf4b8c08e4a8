import { createLogger } from '@heliograph/runtime';
import { waitFor } from '@heliograph/testing';
import { MailLoops } from './mail-loops';

type Parts = ConstructorParameters<typeof MailLoops>[0];

const nothing = { claim: () => Promise.resolve([]) };

function loopsOf(parts: object): MailLoops {
  return new MailLoops({
    alerts: nothing,
    digests: nothing,
    mails: nothing,
    isRestricted: () => Promise.resolve(false),
    pollMs: 1,
    stopMs: 1,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: { failed: () => undefined },
    ...parts,
  } as unknown as Parts);
}

/** Loops of which only the emails' has work, all of it due; an email named `hanging` is never over. */
function begin(ready: string[]) {
  const begun = new Set<string>();
  const over: string[] = [];
  let most = 0;
  const deliver = async (name: string) => {
    begun.add(name);
    most = Math.max(most, begun.size - over.length);
    await new Promise((done) => void (name === 'hanging' || setImmediate(done)));
    over.push(name);
  };
  const mails = { claim: (limit: number) => Promise.resolve(ready.splice(0, limit)) };
  const loops = loopsOf({ mails, courier: { deliver } });
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

it('checks, builds, and sends nothing while access is restricted, and everything once it is lifted', async () => {
  let asked = 0;
  let active = true;
  const done: string[] = [];
  const waiting = (name: string) => {
    const left = [name];
    return { claim: async () => left.splice(0) };
  };
  const work = async (name: string) => void done.push(name);
  const loops = loopsOf({
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
  });
  loops.start();
  // By then, each of the three loops has ended a round.
  await waitFor(() => asked > 12);
  expect(done).toEqual([]);
  active = false;
  await waitFor(() => done.length === 3);
  await loops.stop();
  expect(done.sort()).toEqual(['alert', 'digest', 'mail']);
});
