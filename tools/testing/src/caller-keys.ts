import { createHash } from 'node:crypto';
import { CALLERS, trustedKeys } from '@heliograph/runtime';
import { TEST_SECRET } from './secret';

/** One key for every caller, because tests act as several programs. Only tests of caller keys need different ones. */
const privateKey = createHash('sha256').update(TEST_SECRET).digest('base64url');
const names = [...CALLERS, 'launcher'];

/** Credentials that let a test's clients act as any caller. */
export const testCredentials = { privateKey };

/** Lets a test's servers accept every caller. */
export const testTrust = {
  publicKeys: trustedKeys(Object.fromEntries(names.map((name) => [name, privateKey]))),
};

/** Variables for a service that calls, is called, or both. */
export const testCallerVariables = { CALLER_KEY: privateKey, CALLER_PUBLIC_KEYS: testTrust.publicKeys };
