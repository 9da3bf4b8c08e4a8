import { nothingHere } from './endpoint';

/** As ids of every kind are written here. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The id that the path names.
 *
 * @param what it is the id of, for the error text.
 * @throws ServiceError `not_found` when it cannot be an id, without a call.
 */
export function ownId(parameters: Readonly<Record<string, string>>, what: string): string {
  const { id } = parameters;
  if (id === undefined || !ID.test(id)) throw nothingHere(what);
  return id;
}
