/**
 * Why a saved search's next delivery is not due: its account lacks records, the saved search has reached its daily
 * maximum, or the account is disabled or suspended.
 */
export const HOLDS = ['records', 'daily_maximum', 'inactive_account'] as const;

export type Hold = (typeof HOLDS)[number];
