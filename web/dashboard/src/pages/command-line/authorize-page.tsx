import type { AuthorizeParameters } from '@heliograph/dashboard-api';
import { useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { useAuthorize } from '../../api/command-line';
import { Button, ButtonLink, Card, FailureNotice, Notice, PageHeader } from '../../design';
import { AskedDevice } from './asked-device';
import { readAuthorizeRequest } from './authorize-request';
import styles from './command-line.module.css';
import { redirectToClient } from './redirect-to-client';

/** Where the command-line client on the same machine sends the browser: approves on a click, never automatically. */
export function Component() {
  const { search } = useLocation();
  const request = useMemo(() => readAuthorizeRequest(new URLSearchParams(search)), [search]);
  return 'issues' in request ? (
    <InvalidRequest issues={request.issues} />
  ) : (
    <Approval parameters={request.parameters} />
  );
}

function Approval({ parameters }: { parameters: AuthorizeParameters }) {
  const authorize = useAuthorize();
  const [isLeaving, setLeaving] = useState<'approved' | 'denied' | null>(null);
  const send = (approve: boolean) =>
    authorize.mutate(
      { parameters, approve },
      {
        onSuccess: ({ redirectTo }) => {
          redirectToClient(redirectTo, parameters.redirect_uri);
          setLeaving(approve ? 'approved' : 'denied');
        },
      },
    );
  const deciding = authorize.isPending ? authorize.variables.approve : undefined;
  return (
    <>
      <PageHeader
        title="Approve this login?"
        description="The command-line client on this machine is requesting access to your account."
      />
      <Card>
        <div className={styles.stack}>
          <AskedDevice
            deviceName={parameters.device_name}
            clientVersion={parameters.client_version}
            facts={[{ term: 'Redirects to', value: <code>{parameters.redirect_uri}</code> }]}
          />
          <FailureNotice error={authorize.error} />
          {isLeaving && (
            <Notice tone={isLeaving === 'approved' ? 'success' : 'info'} live="status">
              {isLeaving === 'approved' ? 'Approved.' : 'Denied.'} Going back to the client. If this page
              stays open, the client is no longer waiting: run <code>signals login</code> again.
            </Notice>
          )}
          <div className={styles.actions}>
            <Button
              isBusy={deciding === false}
              disabled={deciding === true || isLeaving !== null}
              onClick={() => send(false)}
            >
              Deny
            </Button>
            <Button
              kind="primary"
              isBusy={deciding === true}
              disabled={deciding === false || isLeaving !== null}
              onClick={() => send(true)}
            >
              Approve
            </Button>
          </div>
        </div>
      </Card>
    </>
  );
}

/** Shown for a request that is not from the client: the browser is never redirected. */
function InvalidRequest({ issues }: { issues: readonly string[] }) {
  return (
    <>
      <PageHeader title="This login cannot continue" />
      <Card>
        <div className={styles.stack}>
          <Notice tone="danger" title="This is not a link from the command-line client">
            <ul className={styles.issues}>
              {issues.map((issue) => (
                <li key={issue}>{issue}</li>
              ))}
            </ul>
          </Notice>
          <p>
            Nothing was approved. If you started the login yourself, update the client and run{' '}
            <code>signals login</code> again. If the link came from someone else, close this page.
          </p>
          <div>
            <ButtonLink to="/command-line">Command line</ButtonLink>
          </div>
        </div>
      </Card>
    </>
  );
}
