export type Plan = 'free' | 'paid';
export type AccountStatus = 'active' | 'disabled' | 'suspended';
export type Role = 'user' | 'operator';
/** Whether an operator's command or the issuer's claim gave a role. */
export type RoleGiver = 'command' | 'claim';

export interface Account {
  id: string;
  /** As it was given. */
  email: string;
  plan: Plan;
  status: AccountStatus;
  createdAt: Date;
  /** How the person wants to be called; may be empty. */
  name: string;
  role: Role;
  /** Undefined before the first sign-in. */
  lastSignInAt: Date | undefined;
}

/** What may change of an account besides its status; undefined leaves it as it is. */
export interface AccountChanges {
  name: string | undefined;
  plan: Plan | undefined;
  role: Role | undefined;
}
