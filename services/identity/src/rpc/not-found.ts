import { ServiceError } from '@heliograph/runtime';

export const noSuchAccount = (): ServiceError => new ServiceError('not_found', 'There is no such account.');

export const noSuchKey = (): ServiceError => new ServiceError('not_found', 'There is no such key.');

export const noSuchSession = (): ServiceError => new ServiceError('not_found', 'There is no such session.');

/** The same for a code that is unknown, expired or decided. */
export const noSuchLogin = (): ServiceError =>
  new ServiceError(
    'not_found',
    'There is no login with this code that waits to be approved. Codes are good for ten minutes and one use.',
  );
