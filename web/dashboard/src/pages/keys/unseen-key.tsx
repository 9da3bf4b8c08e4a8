import { isOutcomeUnknown } from '../../api/errors';
import { Notice } from '../../design';

/** For a change that may have made a key although it failed; each further attempt would make another one. */
export function UnseenKey({ error }: { error: unknown }) {
  if (!isOutcomeUnknown(error)) return null;
  return (
    <Notice tone="warning" live="status" title="There may be a new key">
      Its secret is then lost. Before you try again, close this dialog: if the new key is in the list, revoke
      it.
    </Notice>
  );
}
