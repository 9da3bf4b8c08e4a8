import type { MailRefusal } from '@heliograph/dashboard-api';
import type { digest } from '@heliograph/proto';

/** Why an account's address gets no mail; null if it does. */
export function refusalRecord(refusal: digest.MailRefusal | undefined): MailRefusal | null {
  return refusal ? { at: refusal.at!.toISOString(), status: refusal.status ?? null } : null;
}
