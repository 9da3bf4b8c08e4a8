import { COMPANY_SLUG } from '@heliograph/contract';

/** A company with figures about its published signals. Absent values are undefined. */
export interface Company {
  slug: string;
  name: string;
  domain: string | undefined;
  description: string | undefined;
  country: string | undefined;
  city: string | undefined;
  industries: string[];
  employeeCount: bigint | undefined;
  signalCount: bigint;
  /** `YYYY-MM-DD` */
  latestActivityDate: string | undefined;
}

/** Whether a text has the format of company slugs. */
export function isSlug(text: string): boolean {
  return COMPANY_SLUG.test(text);
}
