import { signIn } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { authenticateSession } from './sign-in/authenticate-session';
import { beginSignIn } from './sign-in/begin-sign-in';
import { completeSignIn } from './sign-in/complete-sign-in';
import { listSessions } from './sign-in/list-sessions';
import { revokeAllSessions } from './sign-in/revoke-all-sessions';
import { revokeSession } from './sign-in/revoke-session';
import { signOut } from './sign-in/sign-out';

/** Who may call each method; all other callers are refused. */
const ALLOW = {
  beginSignIn: ['dashboard'],
  completeSignIn: ['dashboard'],
  authenticateSession: ['dashboard'],
  signOut: ['dashboard'],
  listSessions: ['dashboard'],
  revokeSession: ['dashboard'],
  revokeAllSessions: ['dashboard', 'admin'],
};

/** Adds the calls about people's sign-in to a server. */
export function serveSignIn(server: RpcServer, context: Context): void {
  server.serve(signIn.SignInServiceService, ALLOW, {
    beginSignIn: (request) => beginSignIn(context, request),
    completeSignIn: (request, call) => completeSignIn(context, request, call),
    authenticateSession: (request) => authenticateSession(context, request),
    signOut: (request, call) => signOut(context, request, call),
    listSessions: (request) => listSessions(context, request),
    revokeSession: (request, call) => revokeSession(context, request, call),
    revokeAllSessions: (request, call) => revokeAllSessions(context, request, call),
  });
}
