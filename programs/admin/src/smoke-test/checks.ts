import { quantity } from '@heliograph/contract';
import type { ledger } from '@heliograph/proto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SystemLocation } from '../system/locate-system';
import { call, withLedger, type LedgerClient } from '../system/services';
import type { DataResponse, DataApi } from './data-api';
import { expectThat } from './expect-that';
import type { StepResult } from './steps';
import { revokeKey, type TestKey } from './test-account';

/** Revoked keys must be rejected everywhere within this time. */
const REVOCATION_MS = 5_000;
const POLL_MS = 100;
/** How many of the account's newest charges to read: enough for all of a key that is seconds old. */
const CHARGES_READ = 500;

/** Requests one signal. */
export async function checkQuery(
  api: DataApi,
  path: string,
  idempotencyKey: string,
  allowEmpty: boolean,
): Promise<StepResult<DataResponse>> {
  const response = await api.getSuccessfully(path, idempotencyKey);
  const count = countOf(response);
  expectThat(
    count > 0 || allowEmpty,
    'there is no published signal to ask for: import a corpus ("heliograph-admin import"), or pass --allow-empty',
  );
  expectThat(
    count <= 1,
    `${count} signals were returned instead of 1: see the logs of the search service for request ${response.requestId}`,
  );
  expectThat(
    response.recordsConsumed === count,
    `X-Records-Consumed is ${response.recordsConsumed ?? 'absent'} for ${quantity(count, 'signal')}: see the logs of the gateway for request ${response.requestId}`,
  );
  return { detail: count === 1 ? '1 signal' : 'no signal', result: response };
}

/** Compares the key's charges in the ledger with the consumption that the first response reported. */
export async function checkCharge(
  location: SystemLocation,
  key: TestKey,
  first: DataResponse,
): Promise<StepResult<undefined>> {
  const expected = first.recordsConsumed ?? 0;
  const charges = await withLedger(location, (client) => chargesOf(client, key));
  const records = charges.reduce((sum, charge) => sum + charge.records, 0);
  const isOne = charges.length === 1 && charges[0]!.requestId === first.requestId;
  expectThat(
    records === expected && (expected === 0 || isOne),
    `the ledger has ${quantity(charges.length, 'charge')} of ${quantity(records, 'record')} for this key instead of ${expected}: see "heliograph-admin entry list --account ${key.accountId}" and "heliograph-admin reconcile"`,
  );
  return { detail: `${records} charged`, result: undefined };
}

/** Repeats the first request, which must be replayed for free. */
export async function checkReplay(
  location: SystemLocation,
  api: DataApi,
  key: TestKey,
  first: DataResponse,
  request: { path: string; idempotencyKey: string },
): Promise<StepResult<undefined>> {
  const again = await api.getSuccessfully(request.path, request.idempotencyKey);
  expectThat(
    again.replayed && again.recordsConsumed === 0 && again.body === first.body,
    `the repeated request was run again (X-Records-Consumed ${again.recordsConsumed ?? 'absent'}): check that nothing between here and the gateway removes Idempotency-Key`,
  );
  await checkCharge(location, key, first);
  return { detail: 'same response, no charge', result: undefined };
}

/** Compares the client's reported usage with the ledger's totals. */
export async function checkUsage(
  location: SystemLocation,
  api: DataApi,
  key: TestKey,
  first: DataResponse,
): Promise<StepResult<undefined>> {
  const expected = first.recordsConsumed ?? 0;
  const data = (await api.getSuccessfully('/usage')).data();
  const { credentials } = await withLedger(location, (client) =>
    client.listCredentialUsage({ accountId: key.accountId, month: '' }, call()),
  );
  const ofKey = Number(credentials.find(({ credentialId }) => credentialId === key.id)?.records ?? 0n);
  expectThat(
    typeof data.records === 'number' && data.records >= expected && ofKey === expected,
    `usage shows ${quantity(ofKey, 'record')} of this key, and ${String(data.records)} of its account, but the key consumed ${expected}: see "heliograph-admin reconcile"`,
  );
  return { detail: `${ofKey} of this key this month`, result: undefined };
}

/** Tests semantic search. */
export async function checkSemanticSearch(api: DataApi): Promise<StepResult<undefined>> {
  const response = await api.getSuccessfully('/signals?semantic=companies%20that%20grow&limit=1');
  return { detail: `${countOf(response)} found`, result: undefined };
}

/** Revokes the key and waits until it is rejected. */
export async function checkRevocation(
  location: SystemLocation,
  api: DataApi,
  key: TestKey,
): Promise<StepResult<undefined>> {
  await revokeKey(location, key);
  const revokedAt = performance.now();
  for (;;) {
    // Usage is free, so nothing is charged while the key still works.
    const { status } = await api.get('/usage');
    const elapsedMs = performance.now() - revokedAt;
    if (status === 401)
      return { detail: `refused after ${(elapsedMs / 1000).toFixed(1)} s`, result: undefined };
    expectThat(
      elapsedMs < REVOCATION_MS,
      `the revoked key still works after ${REVOCATION_MS / 1000} s (status ${status}): check that all gateways reach this identity service, and that nothing in front of them caches answers`,
    );
    await wait(POLL_MS);
  }
}

async function chargesOf(client: LedgerClient, key: TestKey): Promise<ledger.Entry[]> {
  const request = { accountId: key.accountId, kind: 'charge', limit: CHARGES_READ, pageToken: '' };
  const { entries } = await client.listEntries(request, call());
  return entries.filter(({ credentialId }) => credentialId === key.id);
}

/** @throws CommandError when it is not a search response. */
function countOf(response: DataResponse): number {
  const { items } = response.data();
  expectThat(
    Array.isArray(items),
    'the response is not a search response: give the root of the gateway with --api-url',
  );
  return items.length;
}
