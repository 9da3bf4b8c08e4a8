import type { Member, MemberRole } from '@heliograph/dashboard-api';
import { useState } from 'react';
import { useChangeMember } from '../../api/members';
import { ConfirmDialog, Notice, useToast } from '../../design';
import { ROLE_TEXTS } from '../../layout/member-roles';
import { RoleField } from './role-field';

/** Changes a member's role. */
export function ChangeRole({ member, onClose }: { member: Member | null; onClose: () => void }) {
  return member && <Choice key={member.id} member={member} onClose={onClose} />;
}

function Choice({ member, onClose }: { member: Member; onClose: () => void }) {
  const [role, setRole] = useState<MemberRole>(member.memberRole);
  const change = useChangeMember();
  const toast = useToast();
  const called = member.name || member.email;
  return (
    <ConfirmDialog
      isOpen
      kind="primary"
      title={`Change the role of ${called}?`}
      confirmLabel="Change role"
      onClose={onClose}
      onConfirm={async () => {
        await change.mutateAsync({ id: member.id, body: { memberRole: role } });
        toast({ text: `${called} now has the ${ROLE_TEXTS[role].label.toLowerCase()} role.` });
      }}
    >
      <RoleField value={role} onChange={setRole} />
      {member.isYou && role !== 'owner' && member.memberRole === 'owner' && (
        <Notice tone="warning">You cannot undo this yourself: only owners can change roles.</Notice>
      )}
    </ConfirmDialog>
  );
}
