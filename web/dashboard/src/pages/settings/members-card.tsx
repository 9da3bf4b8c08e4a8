import type { Invitation, Member, MemberList } from '@heliograph/dashboard-api';
import { useState } from 'react';
import { startOver } from '../../api/client';
import { useLeaveAccount, useMay, useMembers, useRemoveMember, useRevokeInvitation } from '../../api/members';
import { useSession } from '../../api/session';
import { useHasDraft } from '../../api/use-draft';
import {
  Button,
  Card,
  type Column,
  ConfirmDialog,
  Loaded,
  RowsSkeleton,
  Table,
  Time,
  useToast,
} from '../../design';
import { accountLabel, ROLE_TEXTS } from '../../layout/member-roles';
import { ChangeRole } from './change-role';
import { INVITATION, InviteMember } from './invite-member';
import { MemberTable } from './member-table';
import styles from './settings.module.css';

type Doing = { what: 'role' | 'remove' | 'leave'; member: Member } | null;

/** Who uses the account, and in which role. */
export function MembersCard() {
  const members = useMembers();
  const [isInviting, setInviting] = useState(useHasDraft(INVITATION));
  const [doing, setDoing] = useState<Doing>(null);
  const [revoking, setRevoking] = useState<Invitation | null>(null);
  const canInvite = useMay('createInvitation');
  const memberFor = (what: NonNullable<Doing>['what']) => (doing?.what === what ? doing.member : null);
  const stop = () => setDoing(null);
  return (
    <Card
      isFlush
      title="Members"
      description="They share the balance, keys, and saved searches. Each signs in as themselves."
      actions={
        canInvite && (
          <Button size="small" icon="plus" onClick={() => setInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      <Loaded query={members} skeleton={<MembersSkeleton />} errorTitle="The members could not be loaded">
        {(list) => <Lists list={list} onDo={setDoing} onRevoke={setRevoking} />}
      </Loaded>
      <InviteMember isOpen={isInviting} onClose={() => setInviting(false)} />
      <ChangeRole member={memberFor('role')} onClose={stop} />
      <RemoveMember member={memberFor('remove')} onClose={stop} />
      <LeaveAccount isOpen={memberFor('leave') !== null} onClose={stop} />
      <RevokeInvitation invitation={revoking} onClose={() => setRevoking(null)} />
    </Card>
  );
}

function Lists({
  list: { items, invitations },
  onDo,
  onRevoke,
}: {
  list: MemberList;
  onDo: (doing: Doing) => void;
  onRevoke: (invitation: Invitation) => void;
}) {
  const canChange = useMay('changeMemberRole');
  const isAlone = items.length === 1;
  const actionsFor = (member: Member) => {
    const called = member.name || member.email;
    return (
      <div className={styles.actions}>
        {canChange && (
          <Button
            kind="quiet"
            size="small"
            aria-label={`Change role of ${called}`}
            onClick={() => onDo({ what: 'role', member })}
          >
            Change role
          </Button>
        )}
        {member.isYou ? (
          <Button kind="quietDanger" size="small" onClick={() => onDo({ what: 'leave', member })}>
            Leave
          </Button>
        ) : (
          canChange && (
            <Button
              kind="quietDanger"
              size="small"
              aria-label={`Remove ${called}`}
              onClick={() => onDo({ what: 'remove', member })}
            >
              Remove
            </Button>
          )
        )}
      </div>
    );
  };
  return (
    <>
      <MemberTable members={items} actionsFor={isAlone ? undefined : actionsFor} />
      {invitations.length > 0 && <Invitations invitations={invitations} onRevoke={onRevoke} />}
    </>
  );
}

function Invitations({
  invitations,
  onRevoke,
}: {
  invitations: readonly Invitation[];
  onRevoke: (invitation: Invitation) => void;
}) {
  const columns: Column<Invitation>[] = [
    { id: 'email', header: 'Address', isHeading: true, cell: ({ email }) => <bdi>{email}</bdi> },
    { id: 'role', header: 'Role', cell: ({ memberRole }) => ROLE_TEXTS[memberRole].label },
    { id: 'by', header: 'Invited by', cell: ({ invitedBy }) => <bdi>{invitedBy}</bdi> },
    { id: 'expires', header: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} style="relative" /> },
    {
      id: 'revoke',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (invitation) => (
        <Button
          kind="quietDanger"
          size="small"
          aria-label={`Revoke the invitation for ${invitation.email}`}
          onClick={() => onRevoke(invitation)}
        >
          Revoke
        </Button>
      ),
    },
  ];
  return (
    <>
      <h3 className={styles.pending}>Pending invitations</h3>
      <Table
        caption="Pending invitations, oldest first"
        columns={columns}
        rows={invitations}
        rowId={({ id }) => id}
      />
    </>
  );
}

function RemoveMember({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const remove = useRemoveMember();
  const toast = useToast();
  if (!member) return null;
  const called = member.name || member.email;
  return (
    <ConfirmDialog
      isOpen
      title={`Remove ${called}?`}
      confirmLabel="Remove"
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync(member.id);
        toast({ text: `${called} was removed.` });
      }}
    >
      <p>
        {member.email} loses access within five seconds, in the browser and in the command-line client. API
        keys stay valid. Under API keys, revoke those that {called} knows.
      </p>
    </ConfirmDialog>
  );
}

function LeaveAccount({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const leave = useLeaveAccount();
  const { account } = useSession();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={`Leave ${accountLabel(account)}?`}
      confirmLabel="Leave"
      onClose={onClose}
      onConfirm={async () => {
        await leave.mutateAsync();
        startOver();
      }}
    >
      <p>You need another invitation to come back. API keys you created stay valid.</p>
    </ConfirmDialog>
  );
}

function RevokeInvitation({ invitation, onClose }: { invitation: Invitation | null; onClose: () => void }) {
  const revoke = useRevokeInvitation();
  const toast = useToast();
  if (!invitation) return null;
  return (
    <ConfirmDialog
      isOpen
      title={`Revoke the invitation for ${invitation.email}?`}
      confirmLabel="Revoke invitation"
      onClose={onClose}
      onConfirm={async () => {
        await revoke.mutateAsync(invitation.id);
        toast({ text: 'The invitation was revoked.' });
      }}
    >
      <p>The link stops working immediately.</p>
    </ConfirmDialog>
  );
}

function MembersSkeleton() {
  return (
    <div className={styles.inner}>
      <RowsSkeleton label="Loading the members" rows={2} />
    </div>
  );
}
