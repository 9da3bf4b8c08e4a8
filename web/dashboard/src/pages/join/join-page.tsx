import type { ReceivedInvitation } from '@heliograph/dashboard-api';
import { type ReactNode, useMemo } from 'react';
import { useLocation } from 'react-router';
import { startOver } from '../../api/client';
import { isNotFound } from '../../api/errors';
import { useAcceptInvitation, useInvitation } from '../../api/members';
import { useSession } from '../../api/session';
import {
  Button,
  ButtonLink,
  Card,
  EmptyState,
  ErrorState,
  Facts,
  FailureNotice,
  Loading,
  PageHeader,
  Time,
} from '../../design';
import { ROLE_TEXTS } from '../../layout/member-roles';
import { forgetInvitationToken, keepInvitationToken, keptInvitationToken } from './invitation-token';
import styles from './join-page.module.css';

/** `/join#TOKEN`: an invitation, accepted on a click, never automatically. */
export function Component() {
  // A link opened while this page is shown changes only the hash.
  const { hash } = useLocation();
  const token = useMemo(() => tokenAfter(hash), [hash]);
  const invitation = useInvitation(token);
  return (
    <>
      <PageHeader
        title={invitation.data ? `Join ${nameOf(invitation.data)}?` : 'Invitation'}
        documentTitle="Invitation"
      />
      <Card>
        {token === undefined ? (
          <NoInvitation title="Open your invitation link">
            It works only in the tab where you opened it. Open it there again.
          </NoInvitation>
        ) : invitation.data ? (
          <Decision token={token} invitation={invitation.data} />
        ) : invitation.isPending ? (
          <Loading label="Looking up the invitation" lines={4} />
        ) : isNotFound(invitation.error) ? (
          <InvitationNotFound />
        ) : (
          <ErrorState
            title="The invitation could not be looked up"
            error={invitation.error}
            onRetry={() => void invitation.refetch()}
          />
        )}
      </Card>
    </>
  );
}

function tokenAfter(hash: string): string | undefined {
  if (hash !== '') keepInvitationToken(window);
  return keptInvitationToken(window);
}

function Decision({ token, invitation }: { token: string; invitation: ReceivedInvitation }) {
  const accept = useAcceptInvitation();
  const { memberRole, invitedBy, expiresAt } = invitation;
  const { label, hint } = ROLE_TEXTS[memberRole];
  const join = () =>
    accept.mutate(token, {
      onSuccess: () => {
        forgetInvitationToken(window);
        startOver();
      },
    });
  return (
    <div className={styles.stack}>
      <Facts
        facts={[
          { term: 'Account', value: <bdi>{nameOf(invitation)}</bdi> },
          { term: 'Invited by', value: <bdi>{invitedBy}</bdi> },
          { term: 'Your role', value: `${label}: ${hint}` },
          { term: 'Expires', value: <Time at={expiresAt} style="relative" /> },
        ]}
      />
      <p>
        The members of the account see your name, your email address, and what you do in it. Your own account
        stays as it is; you can switch between the two.
      </p>
      <FailureNotice error={accept.error} />
      <div className={styles.actions}>
        <ButtonLink to="/">Not now</ButtonLink>
        <Button kind="primary" isBusy={accept.isPending} onClick={join}>
          Join
        </Button>
      </div>
    </div>
  );
}

function InvitationNotFound() {
  const { user } = useSession();
  return (
    <NoInvitation title="Invitation not found">
      It may have been used or revoked, or it has expired. If it is for an address other than{' '}
      <bdi>{user.email}</bdi>, sign out and sign in with that address. Your identity provider must have
      verified it.
    </NoInvitation>
  );
}

function NoInvitation({ title, children }: { title: string; children: ReactNode }) {
  return (
    <EmptyState icon="person" title={title} action={<ButtonLink to="/">Go to the dashboard</ButtonLink>}>
      <p>{children}</p>
    </EmptyState>
  );
}

function nameOf({ account, invitedBy }: ReceivedInvitation): string {
  return account.name || `the account of ${invitedBy}`;
}
