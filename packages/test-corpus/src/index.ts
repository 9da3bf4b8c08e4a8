import type { CompanyRecord, SignalRecord } from '@heliograph/contract';
import companies from './companies.json';
import signals from './signals.json';

export type { CompanyRecord, SignalRecord };

/** The companies of the test corpus. They never change: clients' tests rely on them. */
export const testCompanies: readonly CompanyRecord[] = companies;

/** Its 200 signals, all of them published. They never change: clients' tests rely on them. */
export const testSignals: readonly SignalRecord[] = signals;
