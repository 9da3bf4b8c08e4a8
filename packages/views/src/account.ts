import { identity } from '@heliograph/proto';

export type PlanName = 'free' | 'paid';

export function planName(plan: identity.Plan): PlanName {
  return plan === identity.Plan.PAID ? 'paid' : 'free';
}

export function planFromName(name: PlanName): identity.Plan {
  return name === 'paid' ? identity.Plan.PAID : identity.Plan.FREE;
}

export type RoleName = 'user' | 'operator';

export function roleName(role: identity.Role): RoleName {
  return role === identity.Role.OPERATOR ? 'operator' : 'user';
}

export function roleFromName(name: RoleName): identity.Role {
  return name === 'operator' ? identity.Role.OPERATOR : identity.Role.USER;
}
