import { ServiceError } from '@heliograph/runtime';
import { MAXIMUM_USABLE_KEYS } from '../domain/key';

export const tooManyKeys = (): ServiceError =>
  new ServiceError(
    'invalid_parameter',
    `The account has ${MAXIMUM_USABLE_KEYS} usable keys, which is the most it may have. Revoke one first.`,
    { faults: [{ parameter: 'account_id', message: 'has as many keys as it may' }] },
  );
