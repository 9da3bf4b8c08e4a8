import { PageHeader, PageStack } from '../../design';
import { AuditLogCard } from './audit-log-card';
import { ProfileCard } from './profile-card';
import { SessionsCard } from './sessions-card';

/** `/settings`: profile, sessions, and audit log. */
export function Component() {
  return (
    <>
      <PageHeader title="Settings" />
      <PageStack>
        <ProfileCard />
        <SessionsCard />
        <AuditLogCard />
      </PageStack>
    </>
  );
}
