import type { CliSession } from '@heliograph/dashboard-api';
import { useState } from 'react';
import { useCliSessions, useRevokeCliSession } from '../../api/command-line';
import { useSession } from '../../api/session';
import {
  Button,
  ButtonLink,
  Card,
  CodeBlock,
  ConfirmDialog,
  EmptyState,
  Loaded,
  Loading,
  PageHeader,
  PageStack,
  Table,
  Time,
  useToast,
} from '../../design';
import styles from './command-line.module.css';
import { installCommands } from './install-commands';

const LOG_IN = [
  { label: 'On this machine', code: 'signals login\nsignals whoami' },
  { label: 'On a remote machine', code: 'signals login --device\nsignals whoami' },
];

const SEARCH = [
  {
    label: 'Terminal',
    code: `signals search '"series a"' --days 30\nsignals search --semantic 'machines that unload ships' --json`,
  },
];

/** How to install the command-line client, and the logged-in devices. */
export function Component() {
  const { installation } = useSession();
  const install = [{ label: 'Terminal', code: installCommands(installation.apiUrl, window.location.origin) }];
  return (
    <>
      <PageHeader
        title="Command line"
        description="Search from a terminal or a script with signals, the command-line client. You log in through this browser."
        actions={<ButtonLink to="/device">Enter a device code</ButtonLink>}
      />
      <PageStack>
        <Devices />
        <Card title="Get started">
          <ol className={styles.steps}>
            <li>
              <h3>Install</h3>
              <p>Needs Node.js 20.19 or newer.</p>
              <CodeBlock label="Install the client" tabs={install} isWrapped />
            </li>
            <li>
              <h3>Log in</h3>
              <p>
                A browser opens and asks you to approve. Without one, <code>--device</code> shows a code to
                enter under <strong>Enter a device code</strong>, in any browser.
              </p>
              <CodeBlock label="Log in" tabs={LOG_IN} isWrapped />
            </li>
            <li>
              <h3>Search</h3>
              <p>
                Uses the command line’s own records. With <code>SIGNALS_API_KEY</code> set, it uses the key’s
                records instead, with no login. <a href="/docs">The docs</a> list every command.
              </p>
              <CodeBlock label="Search" tabs={SEARCH} isWrapped />
            </li>
          </ol>
        </Card>
      </PageStack>
    </>
  );
}

function Devices() {
  const sessions = useCliSessions();
  const revoke = useRevokeCliSession();
  const toast = useToast();
  const [asked, setAsked] = useState<CliSession | null>(null);
  return (
    <Card title="Devices" description="Where you are logged in with the command-line client." isFlush>
      <Loaded
        query={sessions}
        errorTitle="Devices could not be loaded"
        skeleton={
          <div className={styles.loading}>
            <Loading label="Loading devices" lines={3} lineHeight="1.75rem" />
          </div>
        }
      >
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState icon="terminal" title="No devices logged in">
              <p>
                Install the client, then run <code>signals login</code>.
              </p>
            </EmptyState>
          ) : (
            <Table
              caption="Devices that are logged in"
              rows={items}
              rowId={({ id }) => id}
              columns={[
                {
                  id: 'device',
                  header: 'Device',
                  isHeading: true,
                  cell: ({ deviceName }) => <bdi className={styles.device}>{deviceName}</bdi>,
                },
                {
                  id: 'version',
                  header: 'Client',
                  cell: ({ clientVersion }) => <bdi>{clientVersion || 'unknown'}</bdi>,
                },
                {
                  id: 'used',
                  header: 'Last used',
                  cell: ({ lastUsedAt }) => (
                    <span className={styles.time}>
                      <Time at={lastUsedAt} style="relative" />
                    </span>
                  ),
                },
                {
                  id: 'since',
                  header: 'Logged in',
                  cell: ({ createdAt }) => (
                    <span className={styles.time}>
                      <Time at={createdAt} style="date" />
                    </span>
                  ),
                },
                {
                  id: 'actions',
                  header: 'Actions',
                  isHeaderHidden: true,
                  align: 'end',
                  cell: (session) => (
                    <Button
                      kind="quietDanger"
                      size="small"
                      aria-label={`Revoke ${session.deviceName}`}
                      onClick={() => setAsked(session)}
                    >
                      Revoke
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </Loaded>
      <ConfirmDialog
        isOpen={asked !== null}
        title={`Revoke “${asked?.deviceName ?? ''}”?`}
        confirmLabel="Revoke device"
        onClose={() => setAsked(null)}
        onConfirm={async () => {
          if (!asked) return;
          await revoke.mutateAsync(asked.id);
          toast({ text: `${asked.deviceName} is logged out.` });
        }}
      >
        <p>The client there is logged out within seconds. Logging in again needs a new approval.</p>
      </ConfirmDialog>
    </Card>
  );
}
