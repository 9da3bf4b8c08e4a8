import type { DataApi } from '../../data-api';
import type { Operation } from '../../operation';
import { createSavedSearch } from './create-saved-search';
import { deleteSavedSearch } from './delete-saved-search';
import { getSavedSearchChanges } from './get-saved-search-changes';
import { getSavedSearch } from './get-saved-search';
import { listDeliveries } from './list-deliveries';
import { listSavedSearches } from './list-saved-searches';
import { replayDeliveries } from './replay-deliveries';
import { replayDelivery } from './replay-delivery';
import { rotateSecret } from './rotate-secret';
import { sendTest } from './send-test';
import { updateSavedSearch } from './update-saved-search';

type SavedSearchRoute = readonly [path: string | RegExp, operations: readonly Operation[], name: string];

/** The paths of saved searches and their deliveries. */
export function savedSearchRoutes(of: DataApi): readonly SavedSearchRoute[] {
  const route = (path: string, ...operations: Operation[]): SavedSearchRoute => {
    const name = `${of.root}/saved-searches${path}`;
    // Path segments are matched encoded, as they arrive: ids contain nothing that needs encoding.
    return [new RegExp(`^${name.replace(/\{\w+\}/g, '[^/]+')}$`), operations, name];
  };
  return [
    route('', listSavedSearches(of), createSavedSearch(of)),
    route('/{id}', getSavedSearch(of), updateSavedSearch(of), deleteSavedSearch(of)),
    route('/{id}/changes', getSavedSearchChanges(of)),
    route('/{id}/rotate-secret', rotateSecret(of)),
    route('/{id}/deliveries', listDeliveries(of)),
    route('/{id}/deliveries/{deliveryId}/replay', replayDelivery(of)),
    route('/{id}/replay', replayDeliveries(of)),
    route('/{id}/test', sendTest(of)),
  ];
}
