export type Plan = 'free' | 'paid';
export type AccountStatus = 'active' | 'disabled' | 'suspended';
export type Role = 'user' | 'operator';
/** Whether an operator's command or the issuer's claim set a role. */
export type RoleGiver = 'command' | 'claim';

export interface Account {
  id: string;
  /** As given. */
  email: string;
  /** According to the issuer at the last sign-in; undefined if it does not say. */
  isEmailVerified: boolean | undefined;
  plan: Plan;
  status: AccountStatus;
  createdAt: Date;
  /** The user's preferred name; may be empty. */
  name: string;
  role: Role;
  /** Undefined before the first sign-in. */
  lastSignInAt: Date | undefined;
  /** Whether the account's request log may hold queries. */
  logsQueries: boolean;
}

/** Who gave an account its plan: an operator, or its subscription. */
export type PlanGiver = 'command' | 'subscription';

/** An account's mutable properties, except its status; undefined leaves a property unchanged. */
export interface AccountChanges {
  name: string | undefined;
  plan: Plan | undefined;
  role: Role | undefined;
  logsQueries: boolean | undefined;
}

/**
 * The plan after a change, and who gave it. A subscription takes away only what it gave: messages about an ended
 * subscription may arrive again after an operator made its account paid.
 */
export function changePlan(
  before: { plan: Plan; givenBy: PlanGiver },
  to: Plan,
  by: PlanGiver,
): { plan: Plan; givenBy: PlanGiver } {
  const isKept = by === 'subscription' && before.plan === 'paid' && before.givenBy === 'command';
  return isKept ? before : { plan: to, givenBy: by };
}
