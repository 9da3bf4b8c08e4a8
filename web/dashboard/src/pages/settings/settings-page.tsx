import { PageHeader, PageStack } from '../../design';
import { AuditLogCard } from './audit-log-card';
import { LogsCard } from './logs-card';
import { ProfileCard } from './profile-card';
import { SessionsCard } from './sessions-card';

/** `/settings`: profile, logs, sessions, and audit log. */
export function Component() {
  return (
    <>
      <PageHeader title="Settings" />
      <PageStack>
        <ProfileCard />
        <LogsCard />
        <SessionsCard />
        <AuditLogCard />
      </PageStack>
    </>
  );
}
