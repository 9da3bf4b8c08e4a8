import { useMay } from '../../api/members';
import { PageHeader, PageStack } from '../../design';
import { AuditLogCard } from './audit-log-card';
import { MembersCard } from './members-card';
import { ProfileCard } from './profile-card';
import { SessionsCard } from './sessions-card';

/** `/settings`: profile, members, sessions, and audit log. */
export function Component() {
  const canAudit = useMay('listAudit');
  return (
    <>
      <PageHeader title="Settings" />
      <PageStack>
        <ProfileCard />
        <MembersCard />
        <SessionsCard />
        {canAudit && <AuditLogCard />}
      </PageStack>
    </>
  );
}
