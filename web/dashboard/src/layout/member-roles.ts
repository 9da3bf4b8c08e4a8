import type { MemberRole } from '@heliograph/contract';

/** What each role is called, and may do. */
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

/** How an account is called. */
export function accountLabel({ name, email }: { name: string; email: string }): string {
  return name || email;
}
