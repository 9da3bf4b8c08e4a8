import { z } from 'zod';
import type { ApiKey } from './keys';
import type { BillingEntry } from './billing';
import type { Member } from './members';
import type { Overview } from './overview';
import type { Dollars, Timestamp, Page } from './problem';
import type { Account } from './session';
import type { AuditEntry } from './settings';

export type AccountStatus = 'active' | 'disabled' | 'suspended';

export interface OperatedAccount extends Account {
  status: AccountStatus;
  lastSignInAt: Timestamp | null;
}

/** An account in the list. */
export interface ListedAccount extends OperatedAccount {
  /** Null while the ledger is unavailable. */
  funds: { balance: Dollars; recordsThisMonth: number } | null;
}

/** `GET /operator/accounts?query=&cursor=`. Everything under `/operator` is 404 except for operators. */
export type OperatedAccounts = Page<ListedAccount>;

/** `GET /operator/accounts/{id}` */
export interface AccountDetails {
  account: OperatedAccount;
  funds: Pick<Overview, 'balance' | 'allowances' | 'subscription' | 'prepaidUse' | 'month'>;
  members: Member[];
  keys: ApiKey[];
  /** The latest 20. */
  entries: BillingEntry[];
  /** The latest 20. */
  audit: AuditEntry[];
}

const reason = z.string().trim().min(3, 'needs a reason').max(500);

/** `POST /operator/accounts/{id}/status`; returns {@link OperatedAccount}. */
export const statusBody = z.strictObject({ status: z.enum(['active', 'disabled', 'suspended']), reason });
export type StatusBody = z.input<typeof statusBody>;

/** `POST /operator/accounts/{id}/plan`; returns {@link OperatedAccount}. */
export const planBody = z.strictObject({ plan: z.enum(['free', 'paid']), reason });
export type PlanBody = z.input<typeof planBody>;

/** `POST /operator/accounts/{id}/credits`. Repeating a reference credits nothing. */
export const creditBody = z.strictObject({
  amountUsd: z.string().regex(/^(?:0|[1-9]\d{0,6})(?:\.\d{1,2})?$/, 'must be an amount such as 25 or 25.50'),
  reason,
  reference: z.string().regex(/^[A-Za-z0-9_.:-]{1,100}$/),
});
export type CreditBody = z.input<typeof creditBody>;

export interface Credited {
  isNew: boolean;
  balance: Dollars;
}

/** `GET /operator/access-restriction`; `PUT` takes {@link restrictionBody}. */
export interface AccessRestriction {
  active: boolean;
  message: string;
  changedAt: Timestamp | null;
}

export const restrictionBody = z.strictObject({ active: z.boolean(), message: z.string().trim().max(500) });
export type RestrictionBody = z.input<typeof restrictionBody>;
