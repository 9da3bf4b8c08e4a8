import { useState } from 'react';
import { asApiError } from '../api/errors';
import { canChange } from '../api/client';
import { useAccessBlockRetry, useSignOut } from '../api/session';
import { Button, ButtonAnchor, FailureNotice } from '../design';
import styles from './blocked-page.module.css';
import { PlainPage } from './plain-page';

const MESSAGES: Record<string, { title: string; advice: string }> = {
  account_suspended: {
    title: 'Your account is suspended',
    advice:
      'Your API keys and command-line sessions are blocked as well. Contact the operator of this installation.',
  },
  account_disabled: {
    title: 'Your account is disabled',
    advice:
      'Your API keys and command-line sessions are blocked as well. Contact the operator of this installation.',
  },
  access_restricted: {
    title: 'Heliograph is unavailable',
    advice: 'Access is restricted for everyone for now, including the API. Nothing in your account is lost.',
  },
};

/** Replaces every page to say why the account cannot use the dashboard: a failure or the operators' message. */
export function BlockedPage({ error, message }: { error?: unknown; message?: string }) {
  const retry = useAccessBlockRetry();
  const [isBusy, setBusy] = useState(false);
  const signOut = useSignOut();
  const failure = asApiError(error);
  const { title, advice } = MESSAGES[failure?.code ?? 'access_restricted'] ?? {
    title: 'You cannot use the dashboard',
    advice: 'Contact the operator of this installation.',
  };

  const checkAgain = async () => {
    setBusy(true);
    await retry();
    setBusy(false);
  };

  return (
    <PlainPage title={title}>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      <div className={styles.words}>
        {(message || failure?.message) && <p>{message ?? failure?.message}</p>}
        <p className={styles.advice}>{advice}</p>
        <p className={styles.advice}>
          <a href="/status">Status of this installation</a>
        </p>
        {failure?.requestId && (
          <p className={styles.advice}>
            Request <code>{failure.requestId}</code>
          </p>
        )}
      </div>
      <div className={styles.actions}>
        <Button kind="primary" icon="refresh" isBusy={isBusy} onClick={() => void checkAgain()}>
          Check again
        </Button>
        {canChange() ? (
          <Button icon="signOut" isBusy={signOut.isPending} onClick={() => signOut.mutate(undefined)}>
            Sign out
          </Button>
        ) : (
          <ButtonAnchor href="/auth/sign-in">Use another account</ButtonAnchor>
        )}
      </div>
      <FailureNotice error={signOut.error} />
    </PlainPage>
  );
}
