import { ServiceError } from '@heliograph/runtime';

const MAXIMUM_LIMIT = 50;

/** @throws ServiceError `invalid_parameter` */
export function requireLimit(limit: number, maximum = MAXIMUM_LIMIT): void {
  if (limit < 1 || limit > maximum) {
    throw new ServiceError('invalid_parameter', `limit must be from 1 to ${maximum}.`);
  }
}
