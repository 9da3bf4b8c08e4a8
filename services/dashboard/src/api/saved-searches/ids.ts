import { SAVED_SEARCH_ID } from '@heliograph/contract';
import { notFound } from '../endpoint';

/** The saved search that a path names. A malformed id is the id of nothing. @throws ServiceError `not_found` */
export function savedSearchIdOf({ id = '' }: Readonly<Record<string, string>>): string {
  if (!SAVED_SEARCH_ID.test(id)) throw notFound('saved search');
  return id;
}

/** The delivery that a path names. @throws ServiceError `not_found` */
export function deliveryIdOf({ deliveryId = '' }: Readonly<Record<string, string>>): string {
  if (!SAVED_SEARCH_ID.test(deliveryId)) throw notFound('delivery');
  return deliveryId;
}
