import { digest } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { getDigest } from './get-digest';
import { setDigest } from './set-digest';
import { unsubscribe } from './unsubscribe';

/** Who may call each method; all other callers are refused. */
const ALLOW = { getDigest: ['dashboard'], setDigest: ['dashboard'], unsubscribe: ['dashboard'] };

/** Adds the calls about digests to a server. Saved searches of test keys have none: nothing matches them. */
export function serveDigests(server: RpcServer, context: Context): void {
  server.serve(digest.DigestServiceService, ALLOW, {
    getDigest: (request) => getDigest(context, request),
    setDigest: (request) => setDigest(context, request),
    unsubscribe: (request) => unsubscribe(context, request),
  });
}
