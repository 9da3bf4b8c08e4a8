import { createHmac } from 'node:crypto';

/** A secret of tests, such as CURSOR_SECRET; keys of callers and passwords of the test server's roles follow from it. */
export const TEST_SECRET = 'a-secret-that-only-tests-may-use-0123456789';

/** The password of a role of the test server, such as `heliograph_ledger`. */
export function testRolePassword(role: string): string {
  return createHmac('sha256', TEST_SECRET).update(role).digest('base64url');
}
