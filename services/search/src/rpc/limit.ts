import { ServiceError } from '@heliograph/runtime';

const MAXIMUM_LIMIT = 50;

/** @throws ServiceError `invalid_parameter` */
export function requireLimit(limit: number): void {
  if (limit < 1 || limit > MAXIMUM_LIMIT) {
    throw new ServiceError('invalid_parameter', `limit must be from 1 to ${MAXIMUM_LIMIT}.`);
  }
}
