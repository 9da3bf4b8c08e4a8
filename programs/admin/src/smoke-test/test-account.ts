import { identity } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { SystemLocation } from '../system/locate-system';
import { call, withIdentity, withLedger } from '../system/services';
import { expectThat } from './expect-that';
import type { StepResult } from './steps';

/** The owner of smoke-test keys; the domain is reserved (RFC 2606). */
const SMOKE_TEST_EMAIL = 'smoke-test@heliograph.invalid';

const KEY_LIFETIME_MS = 3_600_000;
/** Enough for the steps of several tests at once. */
const MINIMUM_RECORDS = 10n;
/** One dollar buys 200 records, so top-ups are rare. */
const TOP_UP_MICROS = 1_000_000n;

/** A key created for one test. */
export interface TestKey {
  id: string;
  accountId: string;
  secret: string;
}

/** The account shared by all smoke tests. */
export function findOrCreateAccount(location: SystemLocation): Promise<StepResult<string>> {
  return withIdentity(location, async (client) => {
    const find = async () => {
      const request = { query: SMOKE_TEST_EMAIL, limit: 200, pageToken: '' };
      const { accounts } = await client.listAccounts(request, call());
      return accounts.find(({ email }) => email === SMOKE_TEST_EMAIL);
    };
    const found = await find();
    if (found) {
      expectThat(
        found.status === identity.AccountStatus.ACTIVE,
        `the account ${found.id} is not active: run "heliograph-admin account enable ${found.id}"`,
      );
      return { detail: found.id, result: found.id };
    }
    try {
      const { id } = await client.createAccount(
        { email: SMOKE_TEST_EMAIL, plan: identity.Plan.FREE },
        call(),
      );
      return { detail: `${id}, created now`, result: id };
    } catch (error) {
      // Another smoke test may have created it in the meantime.
      const made = error instanceof ServiceError ? await find() : undefined;
      if (made === undefined) throw error;
      return { detail: made.id, result: made.id };
    }
  });
}

/** Makes sure the account can pay for a test. */
export function provideRecords(location: SystemLocation, accountId: string): Promise<StepResult<undefined>> {
  return withLedger(location, async (client) => {
    const usage = await client.getUsage({ accountId, month: '' }, call());
    const left = (usage.api?.remaining ?? 0n) + usage.balanceRecords;
    if (left >= MINIMUM_RECORDS) return { detail: `${left} left`, result: undefined };
    const reason = 'heliograph-admin smoke-test';
    await client.credit({ accountId, micros: TOP_UP_MICROS, reference: '', reason }, call());
    return { detail: `${left} left, $1 credited`, result: undefined };
  });
}

export async function makeKey(location: SystemLocation, accountId: string): Promise<StepResult<TestKey>> {
  const request = {
    accountId,
    name: 'smoke test',
    scopes: ['signals:read'],
    expiresAt: new Date(Date.now() + KEY_LIFETIME_MS),
    monthlyCapRecords: undefined,
    actor: undefined,
  };
  const { key, secret } = await withIdentity(location, (client) => client.createKey(request, call()));
  return { detail: `${key!.id}, for an hour`, result: { id: key!.id, accountId, secret } };
}

export async function revokeKey(location: SystemLocation, { id }: TestKey): Promise<void> {
  const request = { id, accountId: '', actor: undefined };
  await withIdentity(location, (client) => client.revokeKey(request, call()));
}
