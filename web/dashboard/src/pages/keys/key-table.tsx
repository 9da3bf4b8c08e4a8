import { DAILY_TEST_RECORDS } from '@heliograph/contract';
import type { ApiKey } from '@heliograph/dashboard-api';
import { Badge, Button, type Column, formatCount, formatQuantity, Table, Time } from '../../design';
import { SCOPE_DESCRIPTIONS } from './key-form';
import { keyName } from './key-name';
import { TestBadge } from './test-badge';
import styles from './key-table.module.css';

interface KeyTableProps {
  caption: string;
  keys: readonly ApiKey[];
  /** Whether to show who created each key. */
  hasCreators?: boolean;
  /** Without these, the keys are read-only. */
  onEdit?: (key: ApiKey) => void;
  onRoll?: (key: ApiKey) => void;
  onRevoke?: (key: ApiKey) => void;
}

export function KeyTable({ caption, keys, hasCreators, onEdit, onRoll, onRevoke }: KeyTableProps) {
  const columns: Column<ApiKey>[] = [
    {
      id: 'name',
      header: 'Name',
      isHeading: true,
      cell: (key) => (
        <div className={styles.name}>
          <bdi>{keyName(key)}</bdi>
          {key.isTest && (
            <span>
              <TestBadge />
            </span>
          )}
          <code className={styles.hint}>{key.hint}…</code>
        </div>
      ),
    },
    {
      id: 'state',
      header: 'State',
      cell: (key) => <KeyState apiKey={key} />,
    },
    {
      id: 'scopes',
      header: 'Scopes',
      cell: (key) => key.scopes.map((scope) => SCOPE_DESCRIPTIONS[scope].label).join(', '),
    },
    {
      id: 'used',
      header: 'Last used',
      cell: (key) => <LastUsed apiKey={key} />,
    },
    {
      id: 'usage',
      header: 'This month (UTC)',
      align: 'end',
      cell: (key) => <KeyUse apiKey={key} />,
    },
  ];
  if (hasCreators)
    columns.splice(3, 0, {
      id: 'creator',
      header: 'Created by',
      cell: ({ createdBy }) => <bdi className={styles.creator}>{createdBy ?? 'Not known'}</bdi>,
    });
  if (onEdit && onRoll && onRevoke)
    columns.push({
      id: 'actions',
      header: 'Actions',
      isHeaderHidden: true,
      align: 'end',
      cell: (key) => (
        <div className={styles.actions}>
          <Button kind="quiet" size="small" aria-label={`Edit ${keyName(key)}`} onClick={() => onEdit(key)}>
            Edit
          </Button>
          <Button kind="quiet" size="small" aria-label={`Roll ${keyName(key)}`} onClick={() => onRoll(key)}>
            Roll
          </Button>
          <Button
            kind="quietDanger"
            size="small"
            aria-label={`Revoke ${keyName(key)}`}
            onClick={() => onRevoke(key)}
          >
            Revoke
          </Button>
        </div>
      ),
    });
  return <Table caption={caption} columns={columns} rows={keys} rowId={(key) => key.id} />;
}

function KeyState({ apiKey }: { apiKey: ApiKey }) {
  switch (apiKey.state) {
    case 'active':
      return (
        <div className={styles.state}>
          <Badge tone="success">Active</Badge>
          {apiKey.expiresAt && (
            <span className={styles.detail}>
              until <Time at={apiKey.expiresAt} style="date" />
            </span>
          )}
        </div>
      );
    case 'expired':
      return (
        <div className={styles.state}>
          <Badge tone="warning">Expired</Badge>
          {apiKey.expiresAt && (
            <span className={styles.detail}>
              <Time at={apiKey.expiresAt} style="date" />
            </span>
          )}
        </div>
      );
    case 'revoked':
      return (
        <div className={styles.state}>
          <Badge>Revoked</Badge>
          {apiKey.revokedAt && (
            <span className={styles.detail}>
              <Time at={apiKey.revokedAt} style="date" />
            </span>
          )}
        </div>
      );
  }
}

function LastUsed({ apiKey: { lastUsedAt, usage, testRecords } }: { apiKey: ApiKey }) {
  if (lastUsedAt) return <Time at={lastUsedAt} style="relative" />;
  // Last use is recorded with up to a minute's delay.
  return usage.requests > 0 || testRecords?.today ? 'Just now' : 'Never';
}

function KeyUse({ apiKey: { usage, capRecords, monthlyCapRecords: cap, testRecords } }: { apiKey: ApiKey }) {
  if (testRecords) {
    return (
      <div className={styles.use}>
        <span>{formatQuantity(testRecords.today, 'test record')} today</span>
        <span className={styles.detail}>
          Free, up to {formatCount(DAILY_TEST_RECORDS)} a day for all test keys
        </span>
        <CapNote cap={cap} used={capRecords} />
      </div>
    );
  }
  return (
    <div className={styles.use}>
      <span>{formatQuantity(usage.records, 'record')}</span>
      <span className={styles.detail}>{formatQuantity(usage.requests, 'request')}</span>
      <CapNote cap={cap} used={capRecords} />
    </div>
  );
}

function CapNote({ cap, used }: { cap: number | null; used: number }) {
  if (cap === null) return null;
  const isNear = used >= cap * 0.8;
  return (
    <span className={isNear ? styles.near : styles.detail}>
      {isNear ? 'Near its cap of' : 'Cap'} {formatCount(cap)}
    </span>
  );
}
