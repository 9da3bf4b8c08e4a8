import { ServiceError } from '@heliograph/runtime';
import { METHODS } from 'node:http';
import type { DataApi } from '../data-api';
import type { Operation } from '../operation';

function notFound(): never {
  throw new ServiceError('not_found', 'There is nothing at this path. The reference is at /docs.');
}

/** Any unknown path. */
export const unknownPath: Operation = { name: 'unknownPath', methods: METHODS, handle: notFound };

/** An unknown path under an interface: not revealed without a credential. */
export function unknownPathOf(of: DataApi): Operation {
  return { ...unknownPath, of };
}
