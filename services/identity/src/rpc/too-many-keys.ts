import { ServiceError } from '@heliograph/runtime';
import { MAXIMUM_KEYS_PER_DAY, MAXIMUM_USABLE_KEYS } from '../domain/key';

const TEXTS = {
  too_many_keys: `The account has ${MAXIMUM_USABLE_KEYS} usable keys, the maximum. Revoke one first.`,
  too_many_today: `The account created ${MAXIMUM_KEYS_PER_DAY} keys in 24 hours, the maximum. Try again later.`,
};

export const tooManyKeys = (refusal: keyof typeof TEXTS): ServiceError =>
  new ServiceError('invalid_parameter', TEXTS[refusal], {
    issues: [{ parameter: 'account_id', message: 'has the maximum number of keys' }],
  });
