export type Plan = 'free' | 'paid';
export type AccountStatus = 'active' | 'disabled' | 'suspended';

export interface Account {
  id: string;
  /** As it was given. */
  email: string;
  plan: Plan;
  status: AccountStatus;
  createdAt: Date;
}
