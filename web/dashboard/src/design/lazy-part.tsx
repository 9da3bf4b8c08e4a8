import { type ComponentType, lazy, type ReactNode } from 'react';
import { DialogBody } from './dialog';
import { Notice } from './notice';

/**
 * A part of a page with a file of its own, such as a dialog's content. If the file cannot be loaded, only the part says
 * so, and the page keeps what it shows.
 *
 * @param instead shown then.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  instead: () => ReactNode = MissingContent,
) {
  return lazy(() => load().catch((): { default: ComponentType<Props> } => ({ default: instead })));
}

function MissingContent() {
  return (
    <DialogBody>
      <Notice tone="danger" live="alert" title="This could not be loaded">
        The connection was lost, or the dashboard has been updated since you opened it. Reload the page.
      </Notice>
    </DialogBody>
  );
}
