import { PageHeader, PageStack } from '../../design';
import { AuditLogCard } from './audit-log-card';
import { ProfileCard } from './profile-card';
import { SessionsCard } from './sessions-card';

/** `/settings`: who one is, where one is signed in, what was done. */
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
