import { Suspense } from 'react';
import { Dialog, DialogBody, lazyPart, Loading } from '../../design';
import type { ActivityFilters } from './domain/filters';

/** Loaded on first use, because it brings in the OpenAPI document. */
const ShareContent = lazyPart(() => import('./share-content'));

/** The same search for the data API and the command line, and its URL. */
export function ShareSearch({
  isOpen,
  filters,
  onClose,
}: {
  isOpen: boolean;
  filters: ActivityFilters;
  onClose: () => void;
}) {
  return (
    <Dialog isOpen={isOpen} title="This search in the API or CLI" size="large" onClose={onClose}>
      <Suspense
        fallback={
          <DialogBody>
            <Loading label="Loading the code" lines={6} />
          </DialogBody>
        }
      >
        <ShareContent filters={filters} />
      </Suspense>
    </Dialog>
  );
}
