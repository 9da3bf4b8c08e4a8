import { ServiceError } from '@heliograph/runtime';
import type { Operation } from './operation';

export const unknownPath: Operation = {
  name: 'unknownPath',
  handle() {
    throw new ServiceError('not_found', 'There is nothing at this path.');
  },
};
