import { uuidv7 } from '@heliograph/runtime';
import { describeFailure } from '../failure';
import type { SystemLocation } from '../system/locate-system';
import {
  checkCharge,
  checkQuery,
  checkReplay,
  checkRevocation,
  checkSemanticSearch,
  checkUsage,
} from './checks';
import { DataApi } from './data-api';
import { Steps, type Step } from './steps';
import { findOrCreateAccount, makeKey, provideRecords, revokeKey, type TestKey } from './test-account';

interface SmokeTestOptions {
  /** Root of the data API, without a trailing slash. */
  apiUrl: string;
  /** Also tests semantic search. */
  semantic: boolean;
  /** Accepts a catalog without published signals, where nothing can be charged. */
  allowEmpty: boolean;
}

/** The result of each step; `failure` is the last step's, unset if all went well. */
interface SmokeTestOutcome {
  steps: readonly Step[];
  failure: unknown;
}

/**
 * Acts as a client of a live system: a charged query, its free replay, usage, and a revoked key. Leaves behind an
 * account, charged one record, and a revoked key.
 */
export async function runSmokeTest(
  location: SystemLocation,
  options: SmokeTestOptions,
): Promise<SmokeTestOutcome> {
  const steps = new Steps((error) => describeFailure(error).line);
  let key: TestKey | undefined;
  try {
    const accountId = await steps.run('account', () => findOrCreateAccount(location));
    await steps.run('records', () => provideRecords(location, accountId));
    key = await steps.run('key', () => makeKey(location, accountId));
    await useKey(steps, location, key, options);
    return { steps: steps.done, failure: undefined };
  } catch (failure) {
    // A leftover key would stay valid for up to an hour.
    if (key) await revokeKey(location, key).catch(() => undefined);
    return { steps: steps.done, failure };
  }
}

async function useKey(
  steps: Steps,
  location: SystemLocation,
  key: TestKey,
  { apiUrl, semantic, allowEmpty }: SmokeTestOptions,
): Promise<void> {
  const api = new DataApi(apiUrl, key.secret);
  const request = { path: '/signals?limit=1', idempotencyKey: uuidv7() };
  const first = await steps.run('query', () =>
    checkQuery(api, request.path, request.idempotencyKey, allowEmpty),
  );
  await steps.run('charge', () => checkCharge(location, key, first));
  await steps.run('replay', () => checkReplay(location, api, key, first, request));
  await steps.run('usage', () => checkUsage(location, api, key, first));
  if (semantic) await steps.run('semantic search', () => checkSemanticSearch(api));
  await steps.run('revocation', () => checkRevocation(location, api, key));
}
