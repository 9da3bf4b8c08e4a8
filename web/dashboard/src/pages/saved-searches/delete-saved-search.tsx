import type { SavedSearch } from '@heliograph/dashboard-api';
import { useDeleteSavedSearch } from '../../api/saved-searches';
import { ConfirmDialog, useToast } from '../../design';

/** @param onDeleted called once it is gone, before the dialog closes. */
export function DeleteSavedSearch({
  savedSearch,
  onClose,
  onDeleted,
}: {
  savedSearch: SavedSearch | null;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const remove = useDeleteSavedSearch();
  const toast = useToast();
  if (!savedSearch) return null;
  const { id, name, webhook } = savedSearch;
  return (
    <ConfirmDialog
      isOpen
      title={`Delete “${name}”?`}
      confirmLabel="Delete saved search"
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync(id);
        toast({ text: `“${name}” was deleted.` });
        onDeleted?.();
      }}
    >
      {webhook
        ? 'Its webhook receives no more events, and pending deliveries are dropped. This cannot be undone.'
        : 'You can save the same search again at any time.'}
    </ConfirmDialog>
  );
}
