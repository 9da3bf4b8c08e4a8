import { startBeforeEach, waitFor } from '@heliograph/testing';
import { removeExpiredRows } from '../src/storage/expired-rows';
import { call } from './support/notifier';
import { changesOf } from './support/saved-searches';
import { save, signalsOf, startFixture, untilReceived, type TestFixture } from './support/webhooks';

type Client = Awaited<ReturnType<TestFixture['startNotifier']>>['client'];
type SavedSearch = Awaited<ReturnType<typeof save>>;

const fixture = startBeforeEach(startFixture);

const numbers = (from: number, to: number) => signalsOf(from, to).map(({ id }) => id);

describe('a charge in flight is voided', () => {
  /** Removes a receiver while three signals are being charged for it. */
  async function removing(remove: (client: Client, saved: SavedSearch) => Promise<unknown>) {
    const receiver = await fixture.startReceiver();
    const { client } = await fixture.startNotifier();
    const saved = await save(client, receiver);
    await fixture.addCredit(saved.accountId, 100);
    const charges = await fixture.holdLocks('LOCK TABLE ledger.received_signal IN ACCESS EXCLUSIVE MODE');
    await fixture.importTogether(signalsOf(1, 3));
    await charges.untilAnotherWaits();
    await remove(client, saved);
    await charges.rollback();
    const voids = "SELECT FROM ledger.entry WHERE kind = 'void'";
    await waitFor(async () => (await fixture.rows(voids)).length === 1);
    await waitFor(async () => (await fixture.rows('SELECT FROM notifier.delivery')).length === 0);
    expect([receiver.items, await fixture.charged()]).toEqual([[], 0]);
    return { receiver, client, saved };
  }

  it('when its saved search is deleted', async () => {
    await removing((client, { accountId, id }) => client.deleteSavedSearch({ accountId, id }, call));
  });

  it('when its webhook is removed; the next one gets what changes later', async () => {
    const { receiver, client, saved } = await removing((client, saved) =>
      client.updateSavedSearch(changesOf(saved, { webhook: { url: undefined } }), call),
    );
    const again = await client.updateSavedSearch(changesOf(saved, { webhook: { url: receiver.url } }), call);
    receiver.secrets = [again.secret!];
    await fixture.import(signalsOf(2, 4, 'Funding round again'));
    await untilReceived(receiver, 3);
    expect([receiver.items, await fixture.charged()]).toEqual([numbers(2, 4), 3]);
  });

  it('when its matches have waited for 30 days; they do not wait again', async () => {
    const swept: unknown[] = [];
    await removing(async () => {
      await fixture.rows(`UPDATE notifier.delivery SET created_at = now() - interval '31 days'`);
      swept.push(await removeExpiredRows(fixture.pool));
    });
    expect(swept).toEqual([{ removed: 0, lostMatches: 3 }]);
    expect(await fixture.rows('SELECT FROM notifier.match')).toEqual([]);
  });

  it('when a previous version removes it because of its age', async () => {
    await removing(() => fixture.rows('DELETE FROM notifier.delivery'));
  });
});
