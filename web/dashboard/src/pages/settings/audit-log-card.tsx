import type { AuditEntry } from '@heliograph/dashboard-api';
import { useState } from 'react';
import { useAuditLog, useAuditPeople } from '../../api/settings';
import {
  Button,
  Card,
  type Column,
  EmptyState,
  ErrorState,
  Field,
  formatQuantity,
  LoadMore,
  RowsSkeleton,
  Select,
  Table,
  Time,
} from '../../design';
import styles from './settings.module.css';

const columns: Column<AuditEntry>[] = [
  { id: 'at', header: 'Time', cell: ({ at }) => <Time at={at} style="second" /> },
  {
    id: 'text',
    header: 'Event',
    isHeading: true,
    cell: ({ text, action }) => (
      <div className={styles.what}>
        <span>{text}</span>
        <code className={styles.action}>{action}</code>
      </div>
    ),
  },
  { id: 'by', header: 'By', cell: ({ by }) => by },
  {
    id: 'request',
    header: 'Request',
    cell: ({ requestId }) => requestId && <code className={styles.request}>{requestId}</code>,
  },
];

/** What was done in the account, and by whom. */
export function AuditLogCard() {
  const [person, setPerson] = useState('');
  const log = useAuditLog(person);
  const items = log.data?.pages.flatMap((page) => page.items);
  // An empty list for the previous person says nothing about this one.
  const rows = log.isPlaceholderData && items?.length === 0 ? undefined : items;
  return (
    <Card
      isFlush
      title="Audit log"
      description="What happened in your account, newest first. Entries cannot be changed."
      actions={<PersonField value={person} onChange={setPerson} />}
    >
      <span className="visually-hidden" role="status">
        {person !== '' && rows && !log.isPlaceholderData
          ? `${formatQuantity(rows.length, 'entry', 'entries')} shown`
          : ''}
      </span>
      {rows === undefined ? (
        <div className={styles.inner}>
          {log.isError ? (
            <ErrorState
              error={log.error}
              title="The audit log could not be loaded"
              onRetry={() => void log.refetch()}
            />
          ) : (
            <RowsSkeleton label="Loading the audit log" rows={4} />
          )}
        </div>
      ) : rows.length === 0 && person !== '' ? (
        <EmptyState
          icon="search"
          title="No entries for this person"
          action={<Button onClick={() => setPerson('')}>Show everyone</Button>}
        />
      ) : rows.length === 0 ? (
        <EmptyState icon="book" title="Nothing yet">
          Sign-ins, and changes to keys, cards, members, and the account show up here.
        </EmptyState>
      ) : (
        <div className={styles.list} aria-busy={log.isPlaceholderData}>
          <Table caption="Audit log, newest first" columns={columns} rows={rows} rowId={({ id }) => id} />
          <LoadMore
            hasMore={log.hasNextPage}
            isLoading={log.isFetchingNextPage}
            error={log.isFetchNextPageError ? log.error : undefined}
            onLoad={() => void log.fetchNextPage()}
            shown={person === '' ? formatQuantity(rows.length, 'entry', 'entries') : undefined}
          />
        </div>
      )}
    </Card>
  );
}

/** Hidden if there is only one person to choose from. */
function PersonField({ value, onChange }: { value: string; onChange: (person: string) => void }) {
  const { data } = useAuditPeople();
  if (!data || data.items.length < 2) return null;
  return (
    <Field label="Person" className={styles.filter}>
      {(control) => (
        <Select {...control} value={value} onChange={({ target }) => onChange(target.value)}>
          <option value="">Everyone</option>
          {data.items.map(({ id, email, isYou }) => (
            <option key={id} value={id}>
              {isYou ? `${email} (you)` : email}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
