import type { ReactNode } from 'react';
import { useSession } from '../../api/session';
import { Facts, Notice } from '../../design';
import { accountLabel } from '../../layout/member-roles';

/** The device requesting approval, as it describes itself, and what to check first. */
export function AskedDevice({
  deviceName,
  clientVersion,
  facts = [],
}: {
  deviceName: string;
  clientVersion: string | undefined;
  facts?: { term: ReactNode; value: ReactNode }[];
}) {
  const { account, user, accounts } = useSession();
  return (
    <>
      <Facts
        facts={[
          { term: 'Device', value: <strong>{<bdi>{deviceName}</bdi>}</strong> },
          { term: 'Client', value: <bdi>signals {clientVersion || '(version unknown)'}</bdi> },
          { term: 'Account', value: <bdi>{accounts.length > 1 ? accountLabel(account) : user.email}</bdi> },
          ...facts,
        ]}
      />
      <Notice tone="warning" title="Approve only what you started yourself">
        Until you log it out, the device can search with your account’s command-line records, read the logs of
        all its requests with the queries they keep, and create, change, and delete its saved searches and
        their webhooks. If someone sent you here or gave you a code, deny it. The device chose its own name.
      </Notice>
    </>
  );
}
