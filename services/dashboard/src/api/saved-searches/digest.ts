import { DIGEST_FREQUENCIES, type DigestFrequency } from '@heliograph/contract';
import type { Digest } from '@heliograph/dashboard-api';
import { digest } from '@heliograph/proto';
import { z } from 'zod';
import { ask, change } from '../ask';
import { endpoint } from '../endpoint';
import { refusalRecord } from '../refusal';
import { savedSearchIdOf } from './ids';

const { DigestFrequency: Frequency } = digest;

const NUMBERS = {
  none: Frequency.NONE,
  daily: Frequency.DAILY,
  weekly: Frequency.WEEKLY,
} satisfies Record<DigestFrequency, digest.DigestFrequency>;

/** `GET /saved-searches/{id}/digest` */
export const getDigest = endpoint({
  name: 'getDigest',
  async run({ context, exchange, signedIn, parameters }) {
    const owned = { accountId: signedIn.account.id, savedSearchId: savedSearchIdOf(parameters) };
    const found = await ask(exchange, (call) => context.clients.digest.getDigest(owned, call));
    return digestRecord(found, signedIn.account.email);
  },
});

/** `PUT /saved-searches/{id}/digest` */
export const setDigest = endpoint({
  name: 'setDigest',
  body: z.strictObject({
    frequency: z.enum(DIGEST_FREQUENCIES, `must be ${DIGEST_FREQUENCIES.join(', ')}`),
  }),
  async run({ context, exchange, signedIn, parameters, body }) {
    const owned = { accountId: signedIn.account.id, savedSearchId: savedSearchIdOf(parameters) };
    const wanted = { ...owned, frequency: NUMBERS[body.frequency] };
    // Safe to repeat: it ends in the same state.
    const set = await change(exchange, (call) => context.clients.digest.setDigest(wanted, call));
    return digestRecord(set, signedIn.account.email);
  },
});

function digestRecord(found: digest.Digest, email: string): Digest {
  const { isAvailable, lacksChanges, frequency, nextAt, refusal } = found;
  return {
    isAvailable,
    lacksChanges,
    frequency: DIGEST_FREQUENCIES.find((name) => NUMBERS[name] === frequency) ?? 'none',
    email,
    nextAt: nextAt?.toISOString() ?? null,
    refusal: refusalRecord(refusal),
  };
}
