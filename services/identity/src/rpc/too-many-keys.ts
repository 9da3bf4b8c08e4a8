import { ServiceError } from '@heliograph/runtime';
import { MAXIMUM_KEYS_PER_DAY, MAXIMUM_KEYS_PER_MEMBER, MAXIMUM_USABLE_KEYS } from '../domain/key';
import type { KeyRefusal } from '../storage/key-store';

const TEXTS = {
  too_many_keys: `The account has ${MAXIMUM_USABLE_KEYS} usable keys, the maximum. Revoke one first.`,
  too_many_today: `The account created ${MAXIMUM_KEYS_PER_DAY} keys in 24 hours, the maximum. Try again later.`,
  too_many_by_member: `You created ${MAXIMUM_KEYS_PER_MEMBER} keys in 24 hours, the maximum. Ask an owner, or try again later.`,
} satisfies Record<KeyRefusal, string>;

export const isKeyRefusal = (result: unknown): result is KeyRefusal =>
  typeof result === 'string' && result in TEXTS;

export const tooManyKeys = (refusal: KeyRefusal): ServiceError =>
  new ServiceError('invalid_parameter', TEXTS[refusal], {
    issues: [{ parameter: 'account_id', message: 'has the maximum number of keys' }],
  });
