import { useDeferredValue } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { canChange } from '../api/client';
import { isAccessBlock, isSignedOut } from '../api/errors';
import { signInPath } from '../api/return-to';
import { SessionContext, useAccessBlock, useSession, useSessionQuery } from '../api/session';
import { ErrorState } from '../design';
import { BlockedPage } from './blocked-page';
import { PlainPage } from './plain-page';
import { Component as NotFoundPage } from '../pages/not-found/not-found-page';

/** Admits signed-in users who may use the dashboard; sends others to sign-in, which then returns them here. */
export function RequireSession() {
  const location = useLocation();
  const barrier = useAccessBlock();
  const { data, error, isPending, refetch } = useSessionQuery();
  // The whole page depends on it, so it renders between events: a slow phone stays responsive.
  const session = useDeferredValue(data);

  // Having a token for changes means there was a session.
  const reason = canChange() ? 'expired' : undefined;
  // With a session in the cache, the query client navigates, unless the page shows a secret.
  if (isSignedOut(error) && !data) return <Navigate to={signInPath(location, window, reason)} replace />;
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
  // Until there is a page, the document shows that the app is starting.
  if (isPending || data) return null;
  return (
    <PlainPage title="Heliograph">
      <ErrorState title="The dashboard cannot be reached" error={error} onRetry={() => void refetch()} />
    </PlainPage>
  );
}

/** As on the server, operator pages do not exist for anyone else. */
export function RequireOperator() {
  const { account } = useSession();
  return account.role === 'operator' ? <Outlet /> : <NotFoundPage />;
}
