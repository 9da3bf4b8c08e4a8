import { ServiceError } from '@heliograph/runtime';
import { MAXIMUM_USABLE_KEYS } from '../domain/key';

export const tooManyKeys = (): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    `The account has ${MAXIMUM_USABLE_KEYS} usable keys, the maximum. Revoke one first.`,
    { issues: [{ parameter: 'account_id', message: 'has the maximum number of keys' }] },
  );
