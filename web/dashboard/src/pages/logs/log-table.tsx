import type { LoggedRequest } from '@heliograph/dashboard-api';
import { Link } from 'react-router';
import { Badge, type Column, formatCount, Money, Table, Time } from '../../design';
import { TestBadge } from '../keys/test-badge';
import styles from './logs.module.css';
import { formatDuration, receiptNumber, toneOf } from './request-look';
import type { OpenRequest } from './use-open-request';

/** Requests, one per row; the path opens everything logged about one. */
export function LogTable({ items, open }: { items: readonly LoggedRequest[]; open: OpenRequest }) {
  return (
    <Table caption="Requests, newest first" columns={columnsOf(open)} rows={items} rowId={({ id }) => id} />
  );
}

function columnsOf(open: OpenRequest): Column<LoggedRequest>[] {
  return [
    {
      id: 'status',
      header: 'Status',
      cell: ({ status, requests }) => (
        <span className={styles.status}>
          <Badge tone={toneOf(status)}>{status}</Badge>
          {requests > 1 && <span className={styles.muted}>× {formatCount(requests)}</span>}
        </span>
      ),
    },
    {
      id: 'request',
      header: 'Request',
      isHeading: true,
      cell: ({ id, method, route, operation, errorCode }) => (
        <div className={styles.what}>
          <Link to={open.to(id)} state={open.state} preventScrollReset className={styles.path}>
            {method} {route ?? 'unknown path'}
          </Link>
          <span className={styles.muted}>{errorCode ?? operation}</span>
        </div>
      ),
    },
    { id: 'at', header: 'Time', cell: ({ at }) => <Time at={at} style="second" /> },
    {
      id: 'key',
      header: 'Key or device',
      cell: ({ credentialName, isTest }) => (
        <span className={styles.key}>
          <bdi>{credentialName}</bdi>
          {isTest && <TestBadge />}
        </span>
      ),
    },
    {
      id: 'cost',
      header: 'Cost',
      align: 'end',
      cell: ({ records, cost }) => (
        <>
          {formatCount(records)} · {cost === null ? '?' : <Money amount={cost} />}
        </>
      ),
    },
    {
      id: 'latency',
      header: 'Latency',
      align: 'end',
      cell: ({ milliseconds }) => formatDuration(milliseconds),
    },
    { id: 'receipt', header: 'Receipt', align: 'end', cell: (request) => receiptNumber(request) },
    {
      id: 'id',
      header: 'Request ID',
      cell: ({ requestId }) => <code className={styles.id}>{requestId}</code>,
    },
  ];
}
