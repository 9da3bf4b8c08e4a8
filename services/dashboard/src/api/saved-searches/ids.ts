import { SAVED_SEARCH_ID } from '@heliograph/contract';
import { notFound } from '../endpoint';

/** The id of the saved search in a path. A malformed id belongs to nothing. @throws ServiceError `not_found` */
export function savedSearchIdOf({ id = '' }: Readonly<Record<string, string>>): string {
  if (!SAVED_SEARCH_ID.test(id)) throw notFound('saved search');
  return id;
}

/** The id of the delivery in a path. @throws ServiceError `not_found` */
export function deliveryIdOf({ deliveryId = '' }: Readonly<Record<string, string>>): string {
  if (!SAVED_SEARCH_ID.test(deliveryId)) throw notFound('delivery');
  return deliveryId;
}
