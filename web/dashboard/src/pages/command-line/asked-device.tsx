import type { ReactNode } from 'react';
import { useSession } from '../../api/session';
import { Facts, Notice } from '../../design';

/** Who asks to be let in, as it describes itself, and what to look at before letting it in. */
export function AskedDevice({
  deviceName,
  clientVersion,
  facts = [],
}: {
  deviceName: string;
  clientVersion: string | undefined;
  facts?: { term: ReactNode; value: ReactNode }[];
}) {
  const { account } = useSession();
  return (
    <>
      <Facts
        facts={[
          { term: 'Device', value: <strong>{<bdi>{deviceName}</bdi>}</strong> },
          { term: 'Client', value: <bdi>signals {clientVersion || '(version unknown)'}</bdi> },
          { term: 'Account', value: <bdi>{account.email}</bdi> },
          ...facts,
        ]}
      />
      <Notice tone="warning" title="Approve only what you started yourself">
        The device will search with your account’s command-line records until you log it out. If somebody sent
        you here or told you a code, deny it. The device chose its name itself.
      </Notice>
    </>
  );
}
