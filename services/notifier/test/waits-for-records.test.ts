import { createMetrics, uuidv7 } from '@heliograph/runtime';
import { startBeforeEach, startTestDatabase, waitFor } from '@heliograph/testing';
import { loadConfig } from '../src/config';
import { createContext } from '../src/create-context';
import type { Hold } from '../src/domain/hold';
import { LeaseLostError } from '../src/storage/delivery-store';
import { migrateNotifier } from '../src/storage/migrate';
import { wakeWaiting } from '../src/storage/waits-for-records';
import { notifierVariables } from './support/notifier';
import { save, signalsOf, startFixture } from './support/webhooks';

describe('an account without records', () => {
  const SEARCHES = 12;
  const fixture = startBeforeEach(startFixture);

  it('is asked for less and less often, and has everything that waits delivered once a delivery is paid', async () => {
    const receiver = await fixture.startReceiver();
    const { client } = await fixture.startNotifier();
    const accountId = uuidv7();
    const [first] = await Promise.all(
      Array.from({ length: SEARCHES }, () => save(client, receiver, { accountId })),
    );
    // Each has its own secret, and the receiver tries all it knows.
    receiver.secrets = [];
    await fixture.spend(accountId, 100);
    await fixture.import(signalsOf(1, 1));
    const untilAllWait = (seconds: number) =>
      waitFor(async () => {
        const waiting = await fixture.rows(
          `SELECT FROM notifier.webhook_queue
           WHERE on_hold = 'records' AND lease IS NULL AND next_at > now() + make_interval(secs => $1)`,
          [seconds],
        );
        return waiting.length === SEARCHES;
      });
    await untilAllWait(0);
    await fixture.rows(`UPDATE notifier.delivery SET created_at = now() - interval '1 hour'`);
    await fixture.makeRetriesDue();
    await untilAllWait(120);
    expect(receiver.items).toEqual([]);
    await fixture.addCredit(accountId, 100);
    await waitFor(async () => {
      // The others still wait for the first. What fails otherwise would wait for minutes: it seems to be an hour old.
      await fixture.makeRetriesDue(`on_hold IS NULL OR saved_search_id = '${first!.id}'`);
      return receiver.received.length === SEARCHES;
    });
    expect(await fixture.charged()).toBe(1);
  });

  it('waits no longer once what waited was withdrawn', async () => {
    const { client } = await fixture.startNotifier();
    const { accountId, id } = await save(client, await fixture.startReceiver());
    await fixture.spend(accountId, 100);
    await fixture.import(signalsOf(1, 1));
    await fixture.untilOnHold(id, 'records');
    await fixture.withdraw('1');
    await fixture.untilActive(id);
  });
});

describe('the queue', () => {
  /** The notifier's parts without its loops: only the test does any work. */
  const running = startBeforeEach(async () => {
    const database = await startTestDatabase();
    const context = createContext(loadConfig(notifierVariables(database, { LOG_LEVEL: 'fatal' })), {
      registry: createMetrics('notifier'),
    });
    await migrateNotifier({ connectionString: database.connectionString('notifier') }, context.logger);
    return {
      ...context,
      stop: async () => {
        await context.release();
        await database.stop();
      },
    };
  });

  const pause = { inMs: 100_000 };
  const claim = (limit: number) =>
    running.deliveries.claim(limit, uuidv7(), { accountIds: [], hosts: [], atSharedHosts: [] });
  const claimedIds = async () => (await claim(100)).map(({ savedSearchId }) => savedSearchId).sort();

  /** Queues a saved search that is due. */
  async function queue(accountId: string, dueSeconds: number, hold: Hold | null): Promise<string> {
    const id = uuidv7();
    await running.pool.query(
      `INSERT INTO notifier.saved_search (saved_search_id, account_id, is_test, slot, name, query, filters, version)
       SELECT $1, $2, false, 1 + count(*), 'x', '{}', '', 1 FROM notifier.saved_search WHERE account_id = $2`,
      [id, accountId],
    );
    await running.pool.query(
      `INSERT INTO notifier.webhook_queue (saved_search_id, account_id, next_at, on_hold)
       VALUES ($1, $2, now() - make_interval(secs => $3), $4)`,
      [id, accountId, dueSeconds, hold],
    );
    return id;
  }

  it('puts held searches after all others', async () => {
    const held = await queue(uuidv7(), 600, 'records');
    const fresh = await queue(uuidv7(), 1, null);
    expect((await claim(1)).map(({ savedSearchId }) => savedSearchId)).toEqual([fresh]);
    expect(await claimedIds()).toEqual([held]);
  });

  it('asks for no other saved search of an account that was just refused, but for those of other accounts', async () => {
    const [account, other] = [uuidv7(), uuidv7()];
    for (const seconds of [40, 30, 20]) await queue(account, seconds, 'records');
    const [refused] = await claim(1);
    const due = [
      await queue(account, 10, 'daily_maximum'),
      await queue(account, 10, null),
      await queue(other, 10, 'records'),
    ].sort();
    await running.deliveries.release(refused!, pause, 'records');
    expect(await claimedIds()).toEqual(due);
  });

  it('asks again for a saved search that was refused while its account got records', async () => {
    const account = uuidv7();
    const id = await queue(account, 1, 'records');
    const [lease] = await claim(1);
    await wakeWaiting(running.pool, account);
    await running.deliveries.release(lease!, pause, 'records');
    expect(await claimedIds()).toEqual([id]);
  });

  it('keeps a saved search without work if its account got records meanwhile', async () => {
    const account = uuidv7();
    const id = await queue(account, 1, 'records');
    const [lease] = await claim(1);
    await wakeWaiting(running.pool, account);
    await running.deliveries.release(lease!, undefined);
    expect(await claimedIds()).toEqual([id]);
  });

  describe('after a lease ended during an attempt', () => {
    /** An attempt whose outcome has yet to be recorded. */
    async function outlast() {
      const id = await queue(uuidv7(), 1, null);
      const [lease] = await claim(1);
      const deliveryId = uuidv7();
      await running.pool.query(
        `INSERT INTO notifier.delivery (delivery_id, saved_search_id, signal_ids, body, state)
         VALUES ($1, $2, '{1}', '{}', 'pending')`,
        [deliveryId, id],
      );
      await running.pool.query(`UPDATE notifier.webhook_queue SET lease_until = now() - interval '1 second'`);
      const delivered = {
        at: new Date(),
        status: 200,
        failure: undefined,
        nextInMs: undefined,
        readAt: undefined,
      };
      return {
        record: () => running.deliveries.recordAttempt(lease!, deliveryId, delivered),
        isDelivered: async () => (await running.deliveries.oldestOpen(id)) === undefined,
      };
    }

    it('counts its outcome', async () => {
      const { record, isDelivered } = await outlast();
      await record();
      expect(await isDelivered()).toBe(true);
    });

    it('does not count its outcome once another process has taken over', async () => {
      const { record, isDelivered } = await outlast();
      await claim(1);
      await expect(record()).rejects.toThrow(LeaseLostError);
      expect(await isDelivered()).toBe(false);
    });
  });
});
