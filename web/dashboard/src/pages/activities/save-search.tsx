import { describeFailure } from '../../api/errors';
import { useCreateSavedSearch, useDeleteSavedSearch } from '../../api/saved-searches';
import { Button, ButtonLink, Notice } from '../../design';
import type { Chip } from './domain/chips';
import { listParameters, type ActivityFilters } from './domain/filters';
import { proposedName } from './domain/proposed-name';

/** Saving what is shown, for its button and its outcome, which stand apart. Keyed by what is shown: another search is not saved. */
export function useSaveSearch(filters: ActivityFilters, chips: readonly Pick<Chip, 'text'>[]) {
  const create = useCreateSavedSearch();
  const remove = useDeleteSavedSearch();
  const query = Object.fromEntries(listParameters(filters));
  const asked = JSON.stringify(query);
  // What was saved or refused last is of what was shown then.
  const isShown = JSON.stringify(create.variables?.query) === asked;
  return {
    isSaving: create.isPending,
    saved: isShown ? create.data : undefined,
    failure: isShown ? (create.error ?? remove.error) : null,
    isUndoing: remove.isPending,
    save: () => create.mutate({ name: proposedName(filters.q, chips), query }),
    undo: (id: string) => remove.mutate(id, { onSuccess: () => create.reset() }),
  };
}

type SaveSearch = ReturnType<typeof useSaveSearch>;

/** A ranking by meaning cannot be saved: it has no matches, only an order. */
export function SaveSearchButton({
  of,
  isDisabled = false,
  label = 'Save this search',
}: {
  of: SaveSearch;
  isDisabled?: boolean;
  label?: string;
}) {
  if (of.saved) {
    return (
      <ButtonLink to={`/saved-searches/${of.saved.id}`} icon="check" size="small">
        Saved
      </ButtonLink>
    );
  }
  return (
    <Button icon="bookmark" size="small" disabled={isDisabled} isBusy={of.isSaving} onClick={of.save}>
      {label}
    </Button>
  );
}

/** Under what name it was saved, with the way back; or why it was not. */
export function SavedNotice({ of: { saved, failure, isUndoing, undo } }: { of: SaveSearch }) {
  if (failure) {
    return (
      <Notice
        tone="danger"
        live="alert"
        title={saved ? 'It could not be undone' : 'This search was not saved'}
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
      title={
        <>
          Saved as “<bdi>{saved.name}</bdi>”
        </>
      }
      action={
        <>
          <ButtonLink size="small" to={`/saved-searches/${saved.id}`}>
            Open
          </ButtonLink>{' '}
          <Button size="small" kind="quiet" isBusy={isUndoing} onClick={() => undo(saved.id)}>
            Undo
          </Button>
        </>
      }
    >
      Activities that are published from now on count as new there. Rename it or add a webhook on its page.
    </Notice>
  );
}
