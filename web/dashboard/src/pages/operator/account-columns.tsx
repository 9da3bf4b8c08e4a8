import type { AuditEntry, BillingEntry } from '@heliograph/dashboard-api';
import { type Column, microsOf, Money, Time, UtcTime } from '../../design';
import { recordChanges } from '../billing/record-changes';
import styles from './operator.module.css';

const KINDS: Record<BillingEntry['kind'], string> = {
  credit: 'Credit',
  refund: 'Refunded or disputed',
  reversal: 'Taken back',
  subscription: 'Subscription',
  grant: 'Free records',
  expiry: 'Expired',
};

/** Columns for changes to an account's balance and allowances. */
export const ENTRY_COLUMNS: Column<BillingEntry>[] = [
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

/** Columns for an account's audit log. */
export const AUDIT_COLUMNS: Column<AuditEntry>[] = [
  { id: 'at', header: 'Time', cell: ({ at }) => <Time at={at} style="second" /> },
  {
    id: 'text',
    header: 'Event',
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
