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
import { findOrMakeAccount, makeKey, provideRecords, revokeKey, type TestKey } from './test-account';

interface SmokeTestOptions {
  /** Root of the data API, without a slash at its end. */
  apiUrl: string;
  /** Also tests semantic search. */
  semantic: boolean;
  /** Accepts a catalog without published signals, where nothing can be charged. */
  allowEmpty: boolean;
}

/** The result of each step; `failure` is the last one's, unset when all went well. */
interface SmokeTestOutcome {
  steps: readonly Step[];
  failure: unknown;
}

/**
 * Does what a client does, on a live system: a query that is charged, its free repetition, usage, and a revoked key. It
 * leaves an account, one record less on it, and a revoked key.
 */
export async function runSmokeTest(
  location: SystemLocation,
  options: SmokeTestOptions,
): Promise<SmokeTestOutcome> {
  const steps = new Steps((error) => describeFailure(error).line);
  let key: TestKey | undefined;
  try {
    const accountId = await steps.run('account', () => findOrMakeAccount(location));
    await steps.run('records', () => provideRecords(location, accountId));
    key = await steps.run('key', () => makeKey(location, accountId));
    await useKey(steps, location, key, options);
    return { steps: steps.done, failure: undefined };
  } catch (failure) {
    // A key left behind expires within the hour; it need not be valid until then.
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
