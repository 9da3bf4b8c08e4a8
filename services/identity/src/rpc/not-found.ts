import { ServiceError } from '@heliograph/runtime';

export const noSuchAccount = (): ServiceError => new ServiceError('not_found', 'There is no such account.');

export const noSuchKey = (): ServiceError => new ServiceError('not_found', 'There is no such key.');

export const noSuchSession = (): ServiceError => new ServiceError('not_found', 'There is no such session.');

/** The same error for a code that is unknown, expired, or decided. */
export const noSuchLogin = (): ServiceError =>
  new ServiceError(
    'not_found',
    'No login is waiting for approval with this code. Codes are valid for ten minutes and one use.',
  );
