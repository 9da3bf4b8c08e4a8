export type Plan = 'free' | 'paid';
export type AccountStatus = 'active' | 'disabled' | 'suspended';
export type Role = 'user' | 'operator';
/** Whether an operator's command or the issuer's claim set a role. */
export type RoleGiver = 'command' | 'claim';

export interface Account {
  id: string;
  /** As given. */
  email: string;
  plan: Plan;
  status: AccountStatus;
  createdAt: Date;
  /** The user's preferred name; may be empty. */
  name: string;
  role: Role;
  /** Undefined before the first sign-in. */
  lastSignInAt: Date | undefined;
  /** Whether the log of its requests may hold their queries. */
  logsQueries: boolean;
}

/** An account's mutable properties, except its status; undefined leaves one as it is. */
export interface AccountChanges {
  name: string | undefined;
  plan: Plan | undefined;
  role: Role | undefined;
  logsQueries: boolean | undefined;
}
