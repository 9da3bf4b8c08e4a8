import { createHash } from 'node:crypto';
import { CALLERS, trustedKeys } from '@heliograph/runtime';
import { TEST_SECRET } from './secret';

/** One key for every caller: tests play several programs. Keys that differ are for tests of just that. */
const privateKey = createHash('sha256').update(TEST_SECRET).digest('base64url');
const names = [...CALLERS, 'launcher'];

/** With what clients of a test prove any name. */
export const testCredentials = { privateKey };

/** By what servers of a test know every caller. */
export const testTrust = {
  publicKeys: trustedKeys(Object.fromEntries(names.map((name) => [name, privateKey]))),
};

/** The variables of a service that is called, calls, or both. */
export const testCallerVariables = { CALLER_KEY: privateKey, CALLER_PUBLIC_KEYS: testTrust.publicKeys };
