import { ServiceError } from '@heliograph/runtime';
import { METHODS } from 'node:http';
import type { Operation } from '../operation';

function notFound(): never {
  throw new ServiceError('not_found', 'There is nothing at this path. The reference is at /docs.');
}

/** A path under `/api/v1` that nobody serves: whoever has no key is not told so. */
export const unknownApiPath: Operation = {
  name: 'unknownPath',
  methods: METHODS,
  isPublic: false,
  handle: notFound,
};

/** Any other path that nobody serves. */
export const unknownPath: Operation = {
  name: 'unknownPath',
  methods: METHODS,
  isPublic: true,
  handle: notFound,
};
