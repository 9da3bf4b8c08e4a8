/** The INTERNAL_SECRET of every test; the passwords of the test server's roles are derived from it. */
export const testSecret = 'a-secret-that-only-tests-may-use-0123456789';
