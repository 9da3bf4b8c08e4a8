import { Suspense } from 'react';
import { Dialog, DialogBody, lazyPart, Loading } from '../../design';
import type { ExportProps } from './export-content';

/** Loaded on first use, because it brings in the OpenAPI document. */
const ExportContent = lazyPart(() => import('./export-content'));

/** What an export of the search costs, and the command for it. */
export function ExportSearch({
  isOpen,
  onClose,
  ...props
}: ExportProps & { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} title="Export this search" size="large" onClose={onClose}>
      <Suspense
        fallback={
          <DialogBody>
            <Loading label="Loading the export" lines={6} />
          </DialogBody>
        }
      >
        <ExportContent {...props} />
      </Suspense>
    </Dialog>
  );
}
