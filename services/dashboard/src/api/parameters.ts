import { notFound } from './endpoint';

/** The format of all ids here. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The id in the path.
 *
 * @param what its kind, for the error text.
 * @throws ServiceError `not_found` when it cannot be an id, without a call.
 */
export function ownId(parameters: Readonly<Record<string, string>>, what: string): string {
  const { id } = parameters;
  if (id === undefined || !ID.test(id)) throw notFound(what);
  return id;
}
