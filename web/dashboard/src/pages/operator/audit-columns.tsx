import type { AuditEntry } from '@heliograph/dashboard-api';
import { type Column, Time } from '../../design';
import styles from './operator.module.css';

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
