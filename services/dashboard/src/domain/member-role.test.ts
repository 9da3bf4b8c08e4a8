import { identity } from '@heliograph/proto';
import { memberRoleName, memberRoleNumber } from './member-role';

it.each([
  ['owner', identity.MemberRole.OWNER],
  ['developer', identity.MemberRole.DEVELOPER],
  ['billing', identity.MemberRole.BILLING],
  ['viewer', identity.MemberRole.VIEWER],
] as const)('%s is %s', (name, number) => {
  expect(memberRoleName(number)).toBe(name);
  expect(memberRoleNumber(name)).toBe(number);
});

it('grants the least for a role of another version', () => {
  expect(memberRoleName(99 as identity.MemberRole)).toBe('viewer');
});
