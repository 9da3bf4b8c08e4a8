import type { DataResponse } from '../../api/data-api';
import type { Call } from '../../calls/call';
import {
  Badge,
  Card,
  CodeBlock,
  EmptyState,
  ErrorState,
  Facts,
  formatCount,
  Loading,
  Notice,
} from '../../design';
import { chargeOf, problemText, type ReadResponse } from './domain/response';
import styles from './playground.module.css';

export interface Shown {
  /** The call that was sent. */
  call: Call;
  response: DataResponse;
  read: ReadResponse;
}

interface ResponseCardProps {
  shown: Shown | null;
  isRunning: boolean;
  /** Set if no response arrived. */
  failure: Error | null;
  onRetry: () => void;
}

/** The live response: status, time, headers, and body. */
export function ResponseCard({ shown, isRunning, failure, onRetry }: ResponseCardProps) {
  return (
    <Card title="Response">
      <p role="status" className="visually-hidden">
        {shown && !isRunning && `Status ${shown.response.status}`}
      </p>
      {isRunning ? (
        <Loading label="Waiting for the response" lines={6} />
      ) : failure ? (
        <ErrorState error={failure} title="There is no response" onRetry={onRetry} />
      ) : shown ? (
        <ShownResponse {...shown} />
      ) : (
        <EmptyState icon="play" title="Nothing sent yet">
          With a key chosen, press Run or Ctrl+Enter.
        </EmptyState>
      )}
    </Card>
  );
}

function ShownResponse({ response: { status, milliseconds, headers }, read }: Shown) {
  const isSuccess = status >= 200 && status < 300;
  return (
    <div className={styles.response}>
      <p className={styles.summary}>
        <Badge tone={isSuccess ? 'success' : 'danger'}>{status}</Badge>
        <span>{[`${formatCount(Math.round(milliseconds))} ms`, ...chargeOf(headers)].join(' · ')}</span>
      </p>
      {read.problem && (
        <Notice
          tone="danger"
          live="alert"
          title={<code>{read.problem.code}</code>}
          action={<a href={`/docs/errors#${read.problem.code}`}>What to do</a>}
        >
          {problemText(read, headers)}
          {read.issues.length > 0 && (
            <ul className={styles.issues}>
              {read.issues.map(({ parameter, message }, index) => (
                <li key={index}>
                  <code>{parameter}</code> {message}
                </li>
              ))}
            </ul>
          )}
        </Notice>
      )}
      {read.cutFrom !== undefined && (
        <Notice tone="info">
          These are the first {formatCount(read.text.length)} of {formatCount(read.cutFrom)} characters.
        </Notice>
      )}
      {read.text !== '' && (
        <div className={styles.body}>
          <CodeBlock label="Body" tabs={[{ label: 'Body', code: read.text }]} />
        </div>
      )}
      <div className={styles.headers}>
        <h3 className={styles.heading}>Headers</h3>
        <Facts facts={headers.map(([name, value]) => ({ term: <code>{name}</code>, value }))} />
      </div>
    </div>
  );
}
