import { type ApiError, describeFailure } from '../../../api/errors';
import { Button, EmptyState, Notice } from '../../../design';
import { describeIssue, nameOfParameter } from '../domain/describe-issue';

/** Parameters that cannot be used. Shows no results: fewer filters would find too much. */
export function InvalidFilters({
  issues,
  onClear,
}: {
  issues: readonly { parameter: string; message: string }[];
  onClear: () => void;
}) {
  return (
    <Notice
      tone="danger"
      live="alert"
      title="These filters cannot be used"
      action={
        <Button size="small" onClick={onClear}>
          Clear filters
        </Button>
      }
    >
      <ul>
        {issues.map(({ parameter, message }, index) => (
          <li key={index}>
            <strong>{nameOfParameter(parameter)}:</strong> {describeIssue(message)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** Shown when semantic search is unavailable: it needs a model and an index, keyword search neither. */
export function MeaningUnavailable({
  error,
  onRetry,
  onKeywords,
}: {
  error: ApiError;
  onRetry: () => void;
  onKeywords: () => void;
}) {
  return (
    <EmptyState
      icon="warning"
      title="Searching by meaning is not available"
      action={
        <>
          <Button icon="refresh" onClick={onRetry}>
            Try again
          </Button>
          <Button onClick={onKeywords}>Search by keywords</Button>
        </>
      }
    >
      <p>{describeFailure(error)}</p>
    </EmptyState>
  );
}

/** Shown when a list's cursor is no longer valid. */
export function CannotContinue({ onRestart }: { onRestart: () => void }) {
  return (
    <Notice
      tone="warning"
      live="alert"
      title="This list has expired"
      action={
        <Button size="small" icon="refresh" onClick={onRestart}>
          Start again
        </Button>
      }
    >
      It was started a while ago, or the data has changed since. Starting again does not count as another
      search.
    </Notice>
  );
}
