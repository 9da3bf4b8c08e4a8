import { SAVED_SEARCH_ID } from '@heliograph/contract';
import { ServiceError } from '@heliograph/runtime';
import type { Exchange } from '../../exchange';

const AFTER_ROOT = /\/saved-searches\/([^/]+)(?:\/deliveries\/([^/]+))?/;

/** The ids in a path. A malformed id is not found. @throws ServiceError `not_found` */
export function idsOf({ path }: Exchange): { id: string; deliveryId: string } {
  const [, id = '', deliveryId = ''] = AFTER_ROOT.exec(path) ?? [];
  if (!SAVED_SEARCH_ID.test(id)) throw new ServiceError('not_found', 'There is no such saved search.');
  if (deliveryId !== '' && !SAVED_SEARCH_ID.test(deliveryId)) {
    throw new ServiceError('not_found', 'There is no such delivery.');
  }
  return { id, deliveryId };
}
