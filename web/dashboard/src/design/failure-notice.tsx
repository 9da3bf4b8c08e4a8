import { describeFailure } from '../api/errors';
import { Notice } from './notice';

/** Says why an action failed; renders nothing without an error. */
export function FailureNotice({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <Notice tone="danger" live="alert">
      {describeFailure(error)}
    </Notice>
  );
}
