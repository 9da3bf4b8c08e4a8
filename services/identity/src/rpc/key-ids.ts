import { Issues, isUuid } from '@heliograph/runtime';
import { MAXIMUM_KEY_IDS } from '../domain/key';

/**
 * The ids of the keys asked for, without malformed ones; undefined if none are asked for.
 *
 * @throws ServiceError `invalid_parameter`.
 */
export function keyIdsFromRequest(ids: readonly string[], parameter: string): string[] | undefined {
  const issues = new Issues();
  issues.require(ids.length <= MAXIMUM_KEY_IDS, parameter, `must be ${MAXIMUM_KEY_IDS} at most`);
  issues.throwIfAny();
  return ids.length === 0 ? undefined : ids.filter(isUuid);
}
