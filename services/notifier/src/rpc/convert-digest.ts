import { digest } from '@heliograph/proto';
import { Issues } from '@heliograph/runtime';
import type { Context } from '../context';
import type { DigestSettings, MailFrequency, MailRefusal } from '../domain/digest';
import { idFromRequest, ownerFromRequest } from './convert';

const { DigestFrequency: Frequency } = digest;

const FREQUENCIES = { daily: Frequency.DAILY, weekly: Frequency.WEEKLY };

/** The digest that a call is about. @throws ServiceError `invalid_parameter`, `not_found`. */
export function digestFromRequest(request: { accountId: string; savedSearchId: string }): {
  accountId: string;
  id: string;
} {
  const { accountId } = ownerFromRequest(request, false);
  return { accountId, id: idFromRequest(request.savedSearchId) };
}

/** Undefined for none. @throws ServiceError `invalid_parameter`. */
export function frequencyFromRequest(frequency: digest.DigestFrequency): MailFrequency | undefined {
  const issues = new Issues();
  const known = [Frequency.NONE, Frequency.DAILY, Frequency.WEEKLY];
  issues.require(known.includes(frequency), 'frequency', 'must be none, daily or weekly');
  issues.throwIfAny();
  if (frequency === Frequency.NONE) return undefined;
  return frequency === Frequency.DAILY ? 'daily' : 'weekly';
}

/** Which prerequisites of digests an installation has. */
interface DigestMeans {
  hasMail: boolean;
  hasChanges: boolean;
}

/** @param mail undefined without a mail server. */
export async function digestMeans(mail: Context['mail']): Promise<DigestMeans> {
  return { hasMail: mail !== undefined, hasChanges: !mail || (await mail.support.hasChanges()) };
}

export function digestToResponse(
  settings: DigestSettings | undefined,
  { hasMail, hasChanges }: DigestMeans,
  refusal: MailRefusal | undefined,
): digest.Digest {
  return {
    isAvailable: hasMail && hasChanges,
    lacksChanges: hasMail && !hasChanges,
    frequency: settings ? FREQUENCIES[settings.frequency] : Frequency.NONE,
    nextAt: settings?.nextAt,
    refusal,
  };
}
