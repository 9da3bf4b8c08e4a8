import type { MemberRole } from '@heliograph/contract';

/** Each role's name and what it may do. */
export const ROLE_TEXTS: Record<MemberRole, { label: string; hint: string }> = {
  owner: { label: 'Owner', hint: 'Everything, including members and the audit log.' },
  developer: {
    label: 'Developer',
    hint: 'Keys, searches, saved searches, webhooks, the command line, usage.',
  },
  billing: { label: 'Billing', hint: 'Balance, top-ups, the subscription, receipts, usage.' },
  viewer: {
    label: 'Viewer',
    hint: 'Sees keys, saved searches, usage, and billing, but cannot change or spend anything.',
  },
};

/** An account's display name. */
export function accountLabel({ name, email }: { name: string; email: string }): string {
  return name || email;
}
