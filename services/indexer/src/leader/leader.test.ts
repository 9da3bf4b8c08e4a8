import { waitFor } from '@heliograph/testing';
import { silent } from '../../test/support/server';
import type { CatalogSession } from './catalog-session';
import { Leader } from './leader';

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((done) => signal.addEventListener('abort', () => done()));
const never = new Promise<never>(() => undefined);

it('gives up duties that hang once the session is lost, and leads again', async () => {
  const leads: boolean[] = [];
  let sessions = 0;
  const leader = new Leader({
    openSession: async () => {
      sessions += 1;
      return { tryToLead: async () => true, close: async () => undefined } as unknown as CatalogSession;
    },
    duties: [
      async (_session, signal) => {
        if (sessions === 1) throw new Error('the server vanished');
        await untilAborted(signal);
      },
      (_session, signal) => (sessions === 1 ? never : untilAborted(signal)),
    ],
    pollIntervalMs: 1,
    logger: silent,
    onLeads: (isLeader) => void leads.push(isLeader),
  });
  leader.start();
  await waitFor(() => sessions === 2, { timeoutMs: 20_000 });
  expect(leads.slice(0, 2)).toEqual([true, false]);
  await leader.stop();
});
