import { describeFailure } from '../../api/errors';
import { useCreateSavedSearch, useDeleteSavedSearch } from '../../api/saved-searches';
import { Button, ButtonLink, keepFocusNearby, Notice } from '../../design';
import styles from './activities.module.css';
import type { Chip } from './domain/chips';
import { listParameters, type ActivityFilters } from './domain/filters';
import { proposedName } from './domain/proposed-name';

/**
 * State for saving the current search, shared by the button and the notice. Tied to that search: another one counts as
 * unsaved.
 */
export function useSaveSearch(filters: ActivityFilters, chips: readonly Pick<Chip, 'text'>[]) {
  const create = useCreateSavedSearch();
  const remove = useDeleteSavedSearch();
  const query = Object.fromEntries(listParameters(filters));
  const asked = JSON.stringify(query);
  // The last result belongs to the search it was made for.
  const isShown = JSON.stringify(create.variables?.query) === asked;
  return {
    isSaving: create.isPending,
    saved: isShown ? create.data?.search : undefined,
    isNew: create.data?.isNew === true,
    failure: isShown ? (create.error ?? remove.error) : null,
    isUndoing: remove.isPending,
    save: () => {
      remove.reset();
      create.mutate({ name: proposedName(filters.q, chips), query });
    },
    undo: (id: string) => {
      keepFocusNearby();
      remove.mutate(id, { onSuccess: () => create.reset() });
    },
  };
}

export type SaveSearch = ReturnType<typeof useSaveSearch>;

/** A semantic ranking cannot be saved: it has no matches, only an order. */
export function SaveSearchButton({
  of,
  isDisabled = false,
  label = 'Save this search',
  savedLabel = 'Saved',
}: {
  of: SaveSearch;
  isDisabled?: boolean;
  label?: string;
  savedLabel?: string;
}) {
  if (of.saved) {
    return (
      <ButtonLink ref={takeFocus} to={`/saved-searches/${of.saved.id}`} icon="check" size="small">
        {savedLabel}
      </ButtonLink>
    );
  }
  return (
    <Button icon="bookmark" size="small" disabled={isDisabled} isBusy={of.isSaving} onClick={of.save}>
      {label}
    </Button>
  );
}

/** The pressed button is gone, and the focus with it. */
function takeFocus(link: HTMLElement | null): void {
  if (document.activeElement === document.body) link?.focus();
}

/** The name it was saved under, with undo; or why saving failed. */
export function SavedNotice({ of: { saved, isNew, failure, isUndoing, undo } }: { of: SaveSearch }) {
  if (failure) {
    return (
      <Notice
        tone="danger"
        live="alert"
        className={styles.saved}
        title={saved ? 'Undo failed' : 'This search was not saved'}
        action={
          <ButtonLink size="small" to="/saved-searches">
            Saved searches
          </ButtonLink>
        }
      >
        {describeFailure(failure)}
      </Notice>
    );
  }
  if (!saved) return null;
  return (
    <Notice
      tone="success"
      live="status"
      className={styles.saved}
      title={
        <>
          {isNew ? 'Saved' : 'Already saved'} as “<bdi>{saved.name}</bdi>”
        </>
      }
      action={
        <>
          <ButtonLink size="small" to={`/saved-searches/${saved.id}`}>
            Open
          </ButtonLink>{' '}
          {isNew && (
            <Button size="small" kind="quiet" isBusy={isUndoing} onClick={() => undo(saved.id)}>
              Undo
            </Button>
          )}
        </>
      }
    >
      Activities that are published from now on count as new there. Rename it or add a webhook on its page.
    </Notice>
  );
}
