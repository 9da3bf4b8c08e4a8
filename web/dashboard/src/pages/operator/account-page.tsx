import type { AccountDetails, AuditEntry, BillingEntry, OperatedAccount } from '@heliograph/dashboard-api';
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
  type Column,
  CopyButton,
  EmptyState,
  ErrorState,
  Facts,
  formatMonth,
  formatQuantity,
  Loading,
  Meter,
  microsOf,
  Money,
  PageHeader,
  PageStack,
  Table,
  Time,
  UtcTime,
} from '../../design';
import { recordChanges } from '../billing/record-changes';
import { KeyTable } from '../keys/key-table';
import { MemberTable } from '../settings/member-table';
import { PlanBadge, StatusBadge } from './account-status';
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
      {/* The same heading element while loading and afterwards: it has the focus. */}
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
        <Funds funds={funds} />
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
          <Table caption="Balance changes" columns={ENTRIES} rows={entries} rowId={({ id }) => id} />
        )}
      </Card>
      <Card title="Audit log" description="The latest 20 entries." isFlush>
        {audit.length === 0 ? (
          <EmptyState icon="book" title="Nothing yet" />
        ) : (
          <Table caption="Audit log of the account" columns={AUDIT} rows={audit} rowId={({ id }) => id} />
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
            term: 'Id',
            value: (
              <span className={styles.badges}>
                <code>{id}</code>
                <CopyButton text={id} label="Copy id" kind="quiet" />
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

function Funds({ funds }: { funds: AccountDetails['funds'] }) {
  const { balance, allowances, subscription, prepaidUse, month } = funds;
  const isPaid = (isChosen: boolean) => isChosen && balance.records > 0;
  const alsoPaid = [prepaidUse.cli && 'the command line', prepaidUse.web && 'searches'].filter(Boolean);
  const { api, cli, web } = allowances;
  return (
    <Card title="Funds">
      <p className={styles.balance}>
        <Money amount={balance.amount} />
      </p>
      <p className={styles.muted}>
        {formatQuantity(balance.records, 'record')} · {formatMonth(month.month)} (UTC):{' '}
        {formatQuantity(month.records, 'record')} in {formatQuantity(month.requests, 'request')}
        {alsoPaid.length > 0 && <> · the balance pays for {alsoPaid.join(' and ')} too</>}
      </p>
      <div className={styles.meters}>
        <Meter
          label="Free API records"
          used={api.used}
          total={api.granted}
          unit="records"
          isCovered={isPaid(true)}
        />
        <Meter
          label="Free command-line records"
          used={cli.used}
          total={cli.granted}
          unit="records"
          isCovered={isPaid(prepaidUse.cli)}
        />
        {web ? (
          <Meter label="Dashboard searches this month" used={web.used} total={web.granted} unit="searches" />
        ) : (
          <p className={styles.muted}>Dashboard searches: unlimited</p>
        )}
        {subscription && (
          <div>
            <Meter
              label="Subscription, command-line records"
              used={subscription.cli.used}
              total={subscription.cli.granted}
              unit="records"
            />
            <p className={styles.muted}>
              until <UtcTime at={subscription.periodEnd} />
            </p>
          </div>
        )}
      </div>
    </Card>
  );
}

const KINDS: Record<BillingEntry['kind'], string> = {
  credit: 'Credit',
  refund: 'Refunded or disputed',
  reversal: 'Taken back',
  subscription: 'Subscription',
  grant: 'Free records',
  expiry: 'Expired',
};

const ENTRIES: Column<BillingEntry>[] = [
  { id: 'at', header: 'Time (UTC)', cell: ({ createdAt }) => <UtcTime at={createdAt} /> },
  {
    id: 'kind',
    header: 'Type',
    isHeading: true,
    cell: ({ kind, reason, hasReceipt }) => (
      <div className={styles.who}>
        <span>{kind === 'credit' && hasReceipt ? 'Payment' : KINDS[kind]}</span>
        {reason && <bdi className={styles.name}>{reason}</bdi>}
      </div>
    ),
  },
  {
    id: 'reference',
    header: 'Reference',
    cell: ({ reference }) => reference && <code className={styles.reference}>{reference}</code>,
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'end',
    cell: ({ amount, records }) =>
      microsOf(amount) === 0n ? recordChanges(records) : <Money amount={amount} hasSign />,
  },
];

const AUDIT: Column<AuditEntry>[] = [
  { id: 'at', header: 'Time', cell: ({ at }) => <Time at={at} style="second" /> },
  {
    id: 'text',
    header: 'What happened',
    isHeading: true,
    cell: ({ text, action }) => (
      <div className={styles.who}>
        <bdi>{text}</bdi>
        <code className={styles.name}>{action}</code>
      </div>
    ),
  },
  { id: 'by', header: 'By', cell: ({ by }) => by },
];
