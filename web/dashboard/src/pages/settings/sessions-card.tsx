import type { BrowserSession } from '@heliograph/dashboard-api';
import { useState } from 'react';
import { navigateAway } from '../../api/session';
import { useBrowserSessions, useRevokeSession, useSignOutEverywhere } from '../../api/settings';
import {
  Badge,
  Button,
  Card,
  type Column,
  ConfirmDialog,
  Loaded,
  RowsSkeleton,
  Table,
  Time,
  useToast,
} from '../../design';
import styles from './settings.module.css';

export function SessionsCard() {
  const sessions = useBrowserSessions();
  const [ending, setEnding] = useState<BrowserSession | null>(null);
  const [isEndingAll, setEndingAll] = useState(false);
  return (
    <Card
      isFlush
      title="Browser sessions"
      description="Where you are signed in. Devices with the command-line client are under Command line."
      actions={
        <Button size="small" icon="signOut" onClick={() => setEndingAll(true)}>
          Sign out everywhere
        </Button>
      }
    >
      <Loaded query={sessions} skeleton={<SessionsSkeleton />} errorTitle="Your sessions could not be loaded">
        {({ items }) => <SessionTable items={items} onEnd={setEnding} />}
      </Loaded>
      <EndSession session={ending} onClose={() => setEnding(null)} />
      <SignOutEverywhere isOpen={isEndingAll} onClose={() => setEndingAll(false)} />
    </Card>
  );
}

function SessionTable({
  items,
  onEnd,
}: {
  items: readonly BrowserSession[];
  onEnd: (session: BrowserSession) => void;
}) {
  const columns: Column<BrowserSession>[] = [
    {
      id: 'browser',
      header: 'Browser',
      isHeading: true,
      cell: ({ browser, isCurrent }) => (
        <span className={styles.browser}>
          {browser} {isCurrent && <Badge tone="success">This browser</Badge>}
        </span>
      ),
    },
    { id: 'address', header: 'Address', cell: ({ address }) => <code>{address}</code> },
    { id: 'seen', header: 'Last seen', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} style="relative" /> },
    { id: 'created', header: 'Signed in', cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      id: 'end',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (session) =>
        !session.isCurrent && (
          <Button
            kind="quietDanger"
            size="small"
            aria-label={`Sign out ${session.browser}`}
            onClick={() => onEnd(session)}
          >
            Sign out
          </Button>
        ),
    },
  ];
  return (
    <Table
      caption="Browser sessions, most recently used first"
      columns={columns}
      rows={items}
      rowId={({ id }) => id}
    />
  );
}

function EndSession({ session, onClose }: { session: BrowserSession | null; onClose: () => void }) {
  const revoke = useRevokeSession();
  const toast = useToast();
  if (!session) return null;
  return (
    <ConfirmDialog
      isOpen
      title={`Sign out ${session.browser}?`}
      confirmLabel="Sign out"
      onClose={onClose}
      onConfirm={async () => {
        await revoke.mutateAsync(session.id);
        toast({ text: `${session.browser} was signed out.` });
      }}
    >
      The browser at {session.address}, last seen <Time at={session.lastSeenAt} style="relative" />, has to
      sign in again. Your API keys are not affected.
    </ConfirmDialog>
  );
}

function SignOutEverywhere({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const signOut = useSignOutEverywhere();
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Sign out everywhere?"
      confirmLabel="Sign out everywhere"
      onClose={onClose}
      onConfirm={async () => {
        await signOut.mutateAsync();
        navigateAway('/sign-in?signed-out');
      }}
    >
      <p>
        Every browser, this one included, and every device with the command-line client has to sign in again.
        Your API keys keep working: you can revoke those under API keys.
      </p>
    </ConfirmDialog>
  );
}

function SessionsSkeleton() {
  return (
    <div className={styles.inner}>
      <RowsSkeleton label="Loading your sessions" rows={2} />
    </div>
  );
}
