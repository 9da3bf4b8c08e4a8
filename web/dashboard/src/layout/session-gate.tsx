import { Navigate, Outlet, useLocation } from 'react-router';
import { isAccessBlock, isSignedOut } from '../api/errors';
import { signInPath } from '../api/return-to';
import { SessionContext, useAccessBlock, useSession, useSessionQuery } from '../api/session';
import { ErrorState } from '../design';
import { BlockedPage } from './blocked-page';
import { PlainPage } from './plain-page';
import { StartingPage } from './starting-page';
import { Component as NotFoundPage } from '../pages/not-found/not-found-page';

/** Admits signed-in users who may use the dashboard; sends others to sign-in, and back afterwards. */
export function RequireSession() {
  const location = useLocation();
  const barrier = useAccessBlock();
  const { data: session, error, isPending, refetch } = useSessionQuery();

  if (isSignedOut(error)) return <Navigate to={signInPath(location)} replace />;
  if (isAccessBlock(error)) return <BlockedPage error={error} />;
  if (barrier) return <BlockedPage error={barrier} />;
  if (session) {
    if (session.restriction && session.account.role !== 'operator')
      return <BlockedPage message={session.restriction.message} />;
    return (
      <SessionContext value={session}>
        <Outlet />
      </SessionContext>
    );
  }
  if (isPending) return <StartingPage />;
  return (
    <PlainPage title="Heliograph">
      <ErrorState title="The dashboard cannot be reached" error={error} onRetry={() => void refetch()} />
    </PlainPage>
  );
}

/** Operator pages do not exist for anyone else, as on the server. */
export function RequireOperator() {
  const { account } = useSession();
  return account.role === 'operator' ? <Outlet /> : <NotFoundPage />;
}
