import type { QueryClient } from '@tanstack/react-query';
import { membersQuery, useMay } from '../../api/members';
import { browserSessionsQuery } from '../../api/settings';
import { PageHeader, PageStack } from '../../design';
import { AuditLogCard } from './audit-log-card';
import { LogsCard } from './logs-card';
import { MembersCard } from './members-card';
import { ProfileCard } from './profile-card';
import { SessionsCard } from './sessions-card';

export function preload(client: QueryClient) {
  void client.prefetchQuery(membersQuery);
  void client.prefetchQuery(browserSessionsQuery);
}

/** `/settings`: profile, logs, members, sessions, and audit log. */
export function Component() {
  const canUpdate = useMay('updateAccount');
  const canAudit = useMay('listAudit');
  return (
    <>
      <PageHeader title="Settings" />
      <PageStack>
        <ProfileCard />
        {canUpdate && <LogsCard />}
        <MembersCard />
        <SessionsCard />
        {canAudit && <AuditLogCard />}
      </PageStack>
    </>
  );
}
