import { mayDo, rolesThatMay } from '@heliograph/contract';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useSession } from '../api/session';
import { ButtonLink, Card, EmptyState, PageHeader } from '../design';
import { accountLabel, ROLE_TEXTS } from './member-roles';
import { neededFor } from './navigation';

/** Shows a page to members whose role may use it, and tells everyone else why not. */
export function RoleGate({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { account, memberRole } = useSession();
  const needed = neededFor(pathname);
  if (needed === undefined || mayDo(memberRole, needed)) return children;
  const roles = new Intl.ListFormat('en', { type: 'disjunction' }).format(
    rolesThatMay(needed).map((role) => ROLE_TEXTS[role].label),
  );
  return (
    <>
      <PageHeader title="Your role does not have access to this page" />
      <Card isFlush>
        <EmptyState
          icon="shield"
          title={`Your role in ${accountLabel(account)} is ${ROLE_TEXTS[memberRole].label}`}
          action={<ButtonLink to="/settings">See the members</ButtonLink>}
        >
          This page requires the {roles} role. An account owner can change your role.
        </EmptyState>
      </Card>
    </>
  );
}
