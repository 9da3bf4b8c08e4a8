import type { BillingEntry } from '@heliograph/dashboard-api';
import { type Column, microsOf, Money, UtcTime } from '../../design';
import styles from './entry-columns.module.css';
import { recordChanges } from './record-changes';

const KINDS: Record<BillingEntry['kind'], string> = {
  credit: 'Top-up',
  refund: 'Refund or dispute',
  reversal: 'Reversal',
  subscription: 'Subscription',
  grant: 'Free records',
  expiry: 'Expired',
};

/** A credit without a receipt is not a payment: an operator granted it. */
function kindOf({ kind, hasReceipt }: BillingEntry): string {
  return kind === 'credit' && !hasReceipt ? 'Credit' : KINDS[kind];
}

/** Columns for changes to an account's balance and allowances. */
export const ENTRY_COLUMNS: readonly Column<BillingEntry>[] = [
  { id: 'at', header: 'Time', cell: ({ createdAt }) => <UtcTime at={createdAt} /> },
  {
    id: 'kind',
    header: 'Type',
    isHeading: true,
    cell: (entry) => (
      <div className={styles.what}>
        <span>{kindOf(entry)}</span>
        {entry.reason && <bdi className={styles.detail}>{entry.reason}</bdi>}
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
