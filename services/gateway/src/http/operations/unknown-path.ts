import { ServiceError } from '@heliograph/runtime';
import { METHODS } from 'node:http';
import type { DataInterface } from '../data-interface';
import type { Operation } from '../operation';

function notFound(): never {
  throw new ServiceError('not_found', 'There is nothing at this path. The reference is at /docs.');
}

/** Any path that nobody serves. */
export const unknownPath: Operation = { name: 'unknownPath', methods: METHODS, handle: notFound };

/** A path under an interface that nobody serves: whoever has no credential is not told so. */
export function unknownPathOf(of: DataInterface): Operation {
  return { ...unknownPath, of };
}
