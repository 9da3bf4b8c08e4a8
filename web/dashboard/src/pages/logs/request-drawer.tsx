import type { LoggedRequest } from '@heliograph/dashboard-api';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import {
  Badge,
  ButtonLink,
  CopyButton,
  Dialog,
  EmptyState,
  Facts,
  formatCount,
  Money,
  Notice,
  Time,
  UtcTime,
} from '../../design';
import { useMayOpen } from '../../layout/use-may-open';
import { TestBadge } from '../keys/test-badge';
import styles from './logs.module.css';
import { explanationOf, formatDuration, piecesOf, toneOf } from './request-look';
import type { OpenRequest } from './use-open-request';

/** Everything logged about the request in the URL. */
export function RequestDrawer({ open: { isOpen, request, close } }: { open: OpenRequest }) {
  return (
    <Dialog isOpen={isOpen} title="Request" size="sheet" onClose={close}>
      <div className={styles.whole}>
        {request ? (
          <Details request={request} />
        ) : (
          <EmptyState icon="search" title="This request is not in the list">
            <p>Change the filters, or load more requests.</p>
          </EmptyState>
        )}
      </div>
    </Dialog>
  );
}

function Details({ request }: { request: LoggedRequest }) {
  const { at, requestId, method, route, operation, status, errorCode, requests } = request;
  return (
    <article className={styles.details}>
      <p className={styles.headline}>
        <Badge tone={toneOf(status)}>{status}</Badge>
        <code>
          {method} {route ?? 'unknown path'}
        </code>
        {request.isTest && <TestBadge />}
      </p>
      {errorCode !== null && <Failure code={errorCode} />}
      {requests > 1 && (
        <Notice tone="info">
          {formatCount(requests)} requests with this key in one minute were refused for this reason. The log
          shows them as one entry.
        </Notice>
      )}
      <Facts
        facts={[
          { term: 'Request ID', value: <Copied text={requestId} label="Copy request ID" /> },
          {
            term: 'Time',
            value: (
              <>
                <Time at={at} style="second" />
                <br />
                <span className={styles.muted}>
                  <UtcTime at={at} style="second" />
                </span>
              </>
            ),
          },
          {
            term: request.channel === 'cli' ? 'Device' : 'Key',
            value: (
              <>
                <bdi>{request.credentialName}</bdi>
                <br />
                <code className={styles.muted}>{request.credentialId}</code>
              </>
            ),
          },
          { term: 'Operation', value: <code>{operation}</code> },
          { term: 'Latency', value: formatDuration(request.milliseconds) },
          { term: 'Records', value: formatCount(request.records) },
          { term: 'Cost', value: <Cost request={request} /> },
          {
            term: 'Receipt',
            value: request.receipt === null ? 'None' : <Copied text={request.receipt} label="Copy receipt" />,
          },
        ]}
      />
      {request.query !== null && <Query query={request.query} operation={operation} />}
      <p className={styles.links}>
        <Link to={`/usage?month=${at.slice(0, 7)}&by=key`}>This month’s usage by key</Link>
        {request.receipt !== null && <a href="/docs/receipts">How to check a receipt</a>}
      </p>
    </article>
  );
}

/** Parameters by name, and a link to the same search in the dashboard. */
function Query({ query, operation }: { query: string; operation: string }) {
  const maySearch = useMayOpen('/activities');
  const parameters = [...new URLSearchParams(query)];
  return (
    <section className={styles.query} aria-label="Query">
      <h3>Query</h3>
      <Facts
        facts={parameters.map(([name, value]) => ({
          term: <code>{name}</code>,
          value: <bdi className={styles.value}>{value}</bdi>,
        }))}
      />
      {operation === 'searchSignals' && maySearch && (
        <ButtonLink to={`/activities?${query}`} icon="search" size="small">
          Run again in Activities
        </ButtonLink>
      )}
    </section>
  );
}

function Failure({ code }: { code: string }) {
  const { title, meaning, remedy } = explanationOf(code);
  const isDocumented = meaning !== '' && code !== 'abandoned';
  return (
    <Notice tone="warning">
      <p>
        <strong>{title}</strong> <code>{code}</code>
      </p>
      <p>
        <WithCode text={`${meaning} ${remedy}`} />
      </p>
      {isDocumented && <a href={`/docs/errors#${code}`}>More about this error</a>}
    </Notice>
  );
}

function WithCode({ text }: { text: string }) {
  return piecesOf(text).map((piece, index) =>
    index % 2 === 1 ? <code key={index}>{piece}</code> : (piece as ReactNode),
  );
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span className={styles.copied}>
      <code>{text}</code>
      <CopyButton text={text} label={label} kind="quiet" />
    </span>
  );
}

/** What a request took from the prepaid balance. */
function Cost({ request: { cost, isReplayed } }: { request: LoggedRequest }) {
  return (
    <>
      {cost === null ? 'Not known at the moment' : <Money amount={cost} />}
      {isReplayed && <span className={styles.muted}> (a replay)</span>}
    </>
  );
}
