import { createHmac } from 'node:crypto';

/** A secret for tests, such as CURSOR_SECRET; callers' keys and the test server's role passwords derive from it. */
export const TEST_SECRET = 'a-secret-that-only-tests-may-use-0123456789';

/** The password of a role on the test server, such as `heliograph_ledger`. */
export function testRolePassword(role: string): string {
  return createHmac('sha256', TEST_SECRET).update(role).digest('base64url');
}
