import { SIGNAL_FIELDS } from '@heliograph/contract';
import { ServiceError } from '@heliograph/runtime';

const KNOWN: ReadonlySet<string> = new Set(SIGNAL_FIELDS);

/**
 * The gateway checked them; they are checked again here, because they bound the work.
 *
 * @throws ServiceError `invalid_parameter`
 */
export function fieldsOf(names: readonly string[]): readonly string[] {
  if (names.length > KNOWN.size || !names.every((name) => KNOWN.has(name))) {
    throw new ServiceError('invalid_parameter', 'fields must be names of the fields of a signal, each once.');
  }
  return names;
}
