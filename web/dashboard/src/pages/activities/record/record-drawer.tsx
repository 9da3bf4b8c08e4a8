import type { Activity } from '@heliograph/dashboard-api';
import { Suspense, useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { isNotFound } from '../../../api/errors';
import {
  Button,
  CategoryBadge,
  CopyButton,
  Dialog,
  EmptyState,
  ErrorState,
  ExternalAnchor,
  formatDay,
  IconButton,
  lazyPart,
  Loading,
} from '../../../design';
import type { Labels } from '../domain/labels';
import { jsonPieces, recordJson } from '../domain/record-json';
import styles from './record-drawer.module.css';
import type { OpenRecord } from './use-open-record';

/** Loaded with the first record, because it brings in the OpenAPI document. The record does without it. */
const CopyAsCurl = lazyPart(
  () => import('./copy-as-curl'),
  () => null,
);

interface RecordDrawerProps {
  records: OpenRecord;
  labels: Labels;
  /** Whether there is room next to the list; otherwise a sheet covers it. */
  isBeside?: boolean;
}

/** The full record of the activity in the URL. */
export function RecordDrawer({ records, labels, isBeside = false }: RecordDrawerProps) {
  if (records.id === undefined) return null;
  if (isBeside) return <Beside records={records} labels={labels} />;
  return (
    <Dialog
      isOpen
      title="Record"
      size="sheet"
      tools={<RecordNavigation records={records} />}
      onClose={records.close}
    >
      <div>
        <Content records={records} labels={labels} />
      </div>
    </Dialog>
  );
}

function Beside({ records, labels }: RecordDrawerProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The starting point for moving between records, and for screen readers.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <aside className={styles.beside} aria-label="Record">
      <header className={styles.header}>
        <h2 ref={heading} tabIndex={-1} className={styles.heading}>
          Record
        </h2>
        <RecordNavigation records={records} />
        <IconButton icon="close" label="Close" onClick={records.close} />
      </header>
      <Content records={records} labels={labels} />
    </aside>
  );
}

function RecordNavigation({ records: { place, count, record, moveBy } }: { records: OpenRecord }) {
  const isListed = place >= 0;
  return (
    <div className={styles.navigation} data-record>
      <p className={styles.place} role="status">
        {isListed && `${place + 1} of ${count}`}
        <span className="visually-hidden">{record && `: ${record.title}`}</span>
      </p>
      <IconButton
        icon="up"
        label="Previous activity"
        disabled={isListed ? place === 0 : true}
        onClick={() => moveBy(-1)}
      />
      <IconButton
        icon="down"
        label="Next activity"
        disabled={isListed ? place === count - 1 : count === 0}
        onClick={() => moveBy(1)}
      />
    </div>
  );
}

function Content({ records: { record, failure, retry }, labels }: RecordDrawerProps) {
  if (record) return <Record key={record.id} record={record} labels={labels} />;
  if (failure && !isNotFound(failure))
    return <ErrorState title="The record could not be loaded" error={failure} onRetry={retry} />;
  if (record === null || failure)
    return (
      <EmptyState icon="search" title="Record not found">
        <p>It may have been withdrawn, or the address is incomplete.</p>
      </EmptyState>
    );
  return <Loading label="Loading the record" lines={8} />;
}

function Record({ record, labels }: { record: Activity; labels: Labels }) {
  const json = useMemo(() => recordJson(record), [record]);
  const pieces = useMemo(() => jsonPieces(json), [json]);
  return (
    <article className={styles.record}>
      <p className={styles.facts}>
        <CategoryBadge category={record.category} label={labels.of('category', record.category)} />
        <time dateTime={record.activityDate}>{formatDay(record.activityDate, true)}</time>
      </p>
      <h3 className={styles.title}>
        <bdi>{record.title}</bdi>
      </h3>
      <p className={styles.links}>
        <Link to={`/companies/${encodeURIComponent(record.company.slug)}`}>
          <bdi>{record.company.name}</bdi>
        </Link>
        {record.activityUrl && <ExternalAnchor href={record.activityUrl}>Source</ExternalAnchor>}
      </p>
      <div className={styles.tools}>
        <CopyButton text={json} label="Copy JSON" />
        <Suspense
          fallback={
            <Button size="small" icon="copy" disabled>
              Copy as curl
            </Button>
          }
        >
          <CopyAsCurl id={record.id} />
        </Suspense>
      </div>
      <pre className={styles.json} aria-label="Record as JSON" role="region">
        <code>
          {pieces.map(({ kind, text }, index) =>
            kind === 'plain' ? (
              text
            ) : (
              <span key={index} className={styles[kind]}>
                {text}
              </span>
            ),
          )}
        </code>
      </pre>
    </article>
  );
}
