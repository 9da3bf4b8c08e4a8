import type { Member } from '@heliograph/dashboard-api';
import type { ReactNode } from 'react';
import { Badge, type Column, Table, Time } from '../../design';
import { ROLE_TEXTS } from '../../layout/member-roles';
import styles from './settings.module.css';

/** The members of an account. */
export function MemberTable({
  members,
  actionsFor,
}: {
  members: readonly Member[];
  /** Buttons for each member; without it the list is read-only. */
  actionsFor?: (member: Member) => ReactNode;
}) {
  const columns: Column<Member>[] = [
    {
      id: 'person',
      header: 'Member',
      isHeading: true,
      cell: ({ name, email, isYou }) => (
        <div className={styles.person}>
          <span className={styles.browser}>
            <bdi>{name || email}</bdi> {isYou && <Badge tone="success">You</Badge>}
          </span>
          {name !== '' && <bdi className={styles.address}>{email}</bdi>}
        </div>
      ),
    },
    { id: 'role', header: 'Role', cell: ({ memberRole }) => ROLE_TEXTS[memberRole].label },
    { id: 'joined', header: 'Joined', cell: ({ joinedAt }) => <Time at={joinedAt} style="date" /> },
    {
      id: 'seen',
      header: 'Last sign-in',
      cell: ({ lastSignInAt }) => (lastSignInAt ? <Time at={lastSignInAt} style="relative" /> : 'Never'),
    },
  ];
  if (actionsFor)
    columns.push({ id: 'actions', header: 'Actions', isHeaderHidden: true, align: 'end', cell: actionsFor });
  return (
    <Table caption="Members, earliest joined first" columns={columns} rows={members} rowId={({ id }) => id} />
  );
}
