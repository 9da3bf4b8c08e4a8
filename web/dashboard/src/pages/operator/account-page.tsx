import type { AccountDetails, OperatedAccount } from '@heliograph/dashboard-api';
import { useState } from 'react';
import { useParams } from 'react-router';
import { isNotFound } from '../../api/errors';
import { useAccountDetails } from '../../api/operator';
import { useSession } from '../../api/session';
import {
  Badge,
  Button,
  ButtonLink,
  Card,
  CopyButton,
  EmptyState,
  ErrorState,
  Facts,
  Loading,
  PageHeader,
  PageStack,
  Table,
  Time,
} from '../../design';
import { ENTRY_COLUMNS } from '../billing/entry-columns';
import { KeyTable } from '../keys/key-table';
import { MemberTable } from '../settings/member-table';
import { AccountFunds } from './account-funds';
import { PlanBadge, StatusBadge } from './account-status';
import { AUDIT_COLUMNS } from './audit-columns';
import { ChangePlan } from './change-plan';
import { ChangeStatus } from './change-status';
import { GiveCredit } from './give-credit';
import styles from './operator.module.css';

/** An account as operators see it, and what they can do with it. */
export function Component() {
  const { id = '' } = useParams();
  const details = useAccountDetails(id);
  const isMissing = isNotFound(details.error);
  return (
    <>
      {/* The same heading element while loading and afterwards, because it has the focus. */}
      <PageHeader
        title={details.data?.account.email ?? (isMissing ? 'Account not found' : 'Account')}
        before={{ to: '/operator/accounts', label: 'Accounts' }}
        actions={details.data && <Actions account={details.data.account} />}
      />
      {details.data ? (
        <Details details={details.data} />
      ) : (
        <Card>
          {details.isPending && <Loading label="Loading the account" lines={8} />}
          {isMissing && (
            <EmptyState
              icon="person"
              title="Nothing at this address"
              action={<ButtonLink to="/operator/accounts">All accounts</ButtonLink>}
            />
          )}
          {details.isError && !isMissing && (
            <ErrorState
              title="The account could not be loaded"
              error={details.error}
              onRetry={() => void details.refetch()}
            />
          )}
        </Card>
      )}
    </>
  );
}

function Actions({ account }: { account: OperatedAccount }) {
  const { account: own } = useSession();
  const [open, setOpen] = useState<'status' | 'plan' | 'credit' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button onClick={() => setOpen('credit')}>Credit</Button>
      <Button onClick={() => setOpen('plan')}>Change plan</Button>
      {/* Operators cannot lock themselves out. */}
      <Button disabled={account.id === own.id} onClick={() => setOpen('status')}>
        Change status
      </Button>
      <ChangeStatus account={account} isOpen={open === 'status'} onClose={close} />
      <ChangePlan account={account} isOpen={open === 'plan'} onClose={close} />
      <GiveCredit account={account} isOpen={open === 'credit'} onClose={close} />
    </>
  );
}

function Details({
  details: { account, funds, members, keys, entries, audit },
}: {
  details: AccountDetails;
}) {
  return (
    <PageStack>
      <div className={styles.columns}>
        <Identity account={account} />
        <AccountFunds funds={funds} />
      </div>
      <Card title="Members" isFlush>
        <MemberTable members={members} />
      </Card>
      <Card title="API keys" isFlush>
        {keys.length === 0 ? (
          <EmptyState icon="key" title="No keys" />
        ) : (
          <KeyTable caption="API keys of the account" keys={keys} hasCreators={members.length > 1} />
        )}
      </Card>
      <Card title="Balance and allowances" description="The latest 20 changes, without usage." isFlush>
        {entries.length === 0 ? (
          <EmptyState icon="card" title="No changes" />
        ) : (
          <Table caption="Balance changes" columns={ENTRY_COLUMNS} rows={entries} rowId={({ id }) => id} />
        )}
      </Card>
      <Card title="Audit log" description="The latest 20 entries." isFlush>
        {audit.length === 0 ? (
          <EmptyState icon="book" title="Nothing yet" />
        ) : (
          <Table
            caption="Audit log of the account"
            columns={AUDIT_COLUMNS}
            rows={audit}
            rowId={({ id }) => id}
          />
        )}
      </Card>
    </PageStack>
  );
}

function Identity({ account }: { account: OperatedAccount }) {
  const { id, name, role, status, plan, createdAt, lastSignInAt } = account;
  return (
    <Card title="Account">
      <Facts
        facts={[
          {
            term: 'Status',
            value: (
              <span className={styles.badges}>
                <StatusBadge status={status} />
                <PlanBadge plan={plan} />
                {role === 'operator' && <Badge tone="info">Operator</Badge>}
              </span>
            ),
          },
          { term: 'Name', value: name ? <bdi>{name}</bdi> : <span className={styles.muted}>none</span> },
          {
            term: 'ID',
            value: (
              <span className={styles.badges}>
                <code>{id}</code>
                <CopyButton text={id} label="Copy ID" kind="quiet" />
              </span>
            ),
          },
          { term: 'Created', value: <Time at={createdAt} /> },
          { term: 'Last sign-in', value: lastSignInAt ? <Time at={lastSignInAt} /> : 'Never' },
        ]}
      />
    </Card>
  );
}
