import { asApiError, describeFailure } from '../api/errors';
import { Notice } from './notice';

const NO_FIELDS: readonly string[] = [];

/**
 * Says why an action failed; renders nothing without an error, or if fields already say all of it.
 *
 * @param fields parameters whose issues are shown at their fields.
 */
export function FailureNotice({ error, fields = NO_FIELDS }: { error: unknown; fields?: readonly string[] }) {
  if (!error) return null;
  const { issues = [] } = asApiError(error) ?? {};
  if (issues.length > 0 && issues.every(({ parameter }) => fields.includes(parameter))) return null;
  return (
    <Notice tone="danger" live="alert">
      {describeFailure(error)}
    </Notice>
  );
}
