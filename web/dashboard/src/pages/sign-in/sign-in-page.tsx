import { ONE_TIME_RECORDS } from '@heliograph/contract';
import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { withKeptSearch } from '../../api/kept-search';
import { safeReturnTo } from '../../api/return-to';
import { useSessionQuery } from '../../api/session';
import { forgetSignOut, signedOutFrom } from '../../api/signed-out';
import { ButtonAnchor, Notice } from '../../design';
import { PlainPage } from '../../layout/plain-page';
import { isDevelopmentInstallation } from './is-development-installation';
import { LiveSearch } from './live-search';
import { signInError } from './sign-in-error';
import styles from './sign-in-page.module.css';

/** `/sign-in`: the only way in, and why the last attempt failed. */
export function Component() {
  const [parameters, setParameters] = useSearchParams();
  const { data: session } = useSessionQuery();
  const [left] = useState(() => signedOutFrom(window) ?? (parameters.has('signed-out') ? '/' : null));
  const returnTo = safeReturnTo(parameters.get('return_to') ?? left);
  useEffect(() => {
    forgetSignOut(window);
    if (left === null || left === '/' || parameters.has('return_to')) return;
    // So that a reload keeps it.
    setParameters({ 'signed-out': '', return_to: left }, { replace: true });
  }, [left, parameters, setParameters]);
  const error = parameters.get('error');

  if (session) return <Navigate to={withKeptSearch(returnTo, window)} replace />;

  return (
    <PlainPage title="Sign in" aside={<LiveSearch />}>
      <h1 className={styles.title} tabIndex={-1}>
        Sign in to Heliograph
      </h1>
      <p className={styles.what}>
        Search what companies publish: funding, hiring, launches, and more, by keyword or by meaning. One API,
        metered to the record.
      </p>
      <div className={styles.notices}>
        <Reason
          error={error}
          isSignedOut={left !== null}
          isExpired={parameters.get('reason') === 'expired'}
        />
      </div>
      <ButtonAnchor
        kind="primary"
        isWide
        href={`/auth/sign-in?return_to=${encodeURIComponent(returnTo)}`}
        className={styles.button}
      >
        {error ? 'Try again' : 'Sign in'}
      </ButtonAnchor>
      <p className={styles.after}>
        New here? Your first sign-in creates your account, with {ONE_TIME_RECORDS.api} free API records and{' '}
        {ONE_TIME_RECORDS.cli} free command-line records.
      </p>
      {isDevelopmentInstallation() && (
        <Notice tone="warning" className={styles.development} title="Development installation">
          Anyone can sign in as anyone, with any email. Not for production.
        </Notice>
      )}
      <p className={styles.docs}>
        <a href="/docs">Read the documentation</a> · <a href="/status">Status</a>
      </p>
    </PlainPage>
  );
}

function Reason({
  error,
  isSignedOut,
  isExpired,
}: {
  error: string | null;
  isSignedOut: boolean;
  isExpired: boolean;
}) {
  if (error !== null) {
    const { title, text } = signInError(error, window.location.protocol);
    return (
      <Notice tone="danger" title={title} live="alert">
        {text}
      </Notice>
    );
  }
  if (isSignedOut)
    return (
      <Notice tone="success" live="status">
        You are signed out.
      </Notice>
    );
  if (isExpired)
    return (
      <Notice tone="info" live="status">
        Your session has ended. Sign in to continue where you left off.
      </Notice>
    );
  return null;
}
