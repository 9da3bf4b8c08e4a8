import { digest, identity, search, type notifier } from '@heliograph/proto';
import { uuidv7 } from '@heliograph/runtime';
import { freeAddress, startLocalService, testCallerVariables, waitFor } from '@heliograph/testing';
import { call } from './notifier';
import { startFixture } from './webhooks';

export const DASHBOARD = 'https://dashboard.example';

/** The webhooks fixture, plus a search service. */
export async function startDigestFixture() {
  const fixture = await startFixture();
  const startSearch = async (settings: Record<string, string> = {}): Promise<string> => {
    const address = freeAddress();
    const searching = await startLocalService('search', {
      RPC_ADDRESS: address,
      DATABASE_URL: fixture.database.connectionString('reader'),
      ...(testCallerVariables as Record<string, string>),
      ...settings,
    });
    fixture.closing(() => searching.stop());
    return address;
  };
  const searchAddress = await startSearch();
  return {
    ...fixture,
    /** Starts another search service. @returns its address. */
    startSearch,
    /** Starts a notifier with a mail server. */
    startMailing: (smtpUrl: string, settings: Record<string, string> = {}) =>
      fixture.startNotifier({
        SMTP_URL: smtpUrl,
        MAIL_FROM: 'Heliograph <news@heliograph.example>',
        SEARCH_ADDRESS: searchAddress,
        DASHBOARD_URL: DASHBOARD,
        MAIL_POLL_MS: '20',
        ...settings,
      }),
    /** Creates an account that has signed in. */
    async newAccount(email = `${uuidv7()}@customers.example`): Promise<{ id: string; email: string }> {
      const { id } = await fixture.accounts.createAccount({ email, plan: identity.Plan.FREE }, call);
      await fixture.rows('UPDATE identity.account SET last_sign_in_at = now() WHERE account_id = $1', [id]);
      return { id, email };
    },
    /** Ends the current period of every digest that is not being worked on. */
    endPeriod: () =>
      fixture.rows(
        `WITH idle AS (SELECT saved_search_id FROM notifier.digest WHERE lease IS NULL FOR UPDATE SKIP LOCKED)
         UPDATE notifier.digest SET period_end = now(), next_at = now() FROM idle
         WHERE digest.saved_search_id = idle.saved_search_id`,
      ),
    /** Makes all pending emails due now. */
    hurryMails: () => fixture.rows(`UPDATE notifier.mail SET next_at = now() WHERE state = 'pending'`),
    mails: () =>
      fixture.rows<{ mail_id: string; state: string; attempts: number; last_failure: string | null }>(
        'SELECT mail_id, state, attempts, last_failure FROM notifier.mail ORDER BY created_at',
      ),
    /** Waits until this many emails are in a state. */
    untilMails: (state: string, count = 1) =>
      waitFor(
        async () =>
          (await fixture.rows('SELECT FROM notifier.mail WHERE state = $1', [state])).length >= count,
      ),
    /** Waits until no digest's period is over. */
    untilCounted: () =>
      waitFor(
        async () => (await fixture.rows('SELECT FROM notifier.digest WHERE next_at <= now()')).length === 0,
      ),
  };
}

export type DigestFixture = Awaited<ReturnType<typeof startDigestFixture>>;
export type MailingNotifier = Awaited<ReturnType<DigestFixture['startMailing']>>;

/** Creates a saved search with a digest. */
export async function saveWithDigest(
  { client, digests }: MailingNotifier,
  accountId: string,
  { q = 'round', name = 'Rounds' }: { q?: string; name?: string } = {},
): Promise<notifier.SavedSearch> {
  const { savedSearch } = await client.createSavedSearch(
    {
      accountId,
      name,
      query: { q },
      filters: search.Filters.fromPartial({ q }),
    } as notifier.CreateSavedSearchRequest,
    call,
  );
  await digests.setDigest(
    { accountId, savedSearchId: savedSearch!.id, frequency: digest.DigestFrequency.DAILY },
    call,
  );
  return savedSearch!;
}
