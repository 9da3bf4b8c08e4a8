import type { AcceptedInvitation, CreatedInvitation, MemberRole } from '@heliograph/dashboard-api';
import type { TestDashboard } from './dashboard';
import type { Person } from './person';

/** The token in an invitation's link. */
export const tokenIn = ({ link }: CreatedInvitation): string => new URL(link).hash.slice(1);

/** A person who was invited by an owner, accepted, and switched to the account. */
export async function joinAs(
  dashboard: TestDashboard,
  owner: Person,
  memberRole: MemberRole,
  email = `${crypto.randomUUID()}@team.example`,
): Promise<Person> {
  const member = await dashboard.signIn({ email });
  const created = await owner.data<CreatedInvitation>('POST', '/members/invitations', { email, memberRole });
  const { accountId } = await member.data<AcceptedInvitation>('POST', '/invitations/acceptance', {
    token: tokenIn(created),
  });
  await member.data('PUT', '/session/account', { accountId });
  await member.refresh();
  return member;
}
