import { notFound } from './endpoint';

/** The format of all ids here. */
const ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The id in the path.
 *
 * @param what kind of thing it identifies, for the error text.
 * @throws ServiceError `not_found`, without a call, if it cannot be an id.
 */
export function ownId(parameters: Readonly<Record<string, string>>, what: string): string {
  const { id } = parameters;
  if (id === undefined || !ID.test(id)) throw notFound(what);
  return id;
}
