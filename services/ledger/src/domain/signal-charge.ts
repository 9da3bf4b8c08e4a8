import { PAID_SIGNAL_DAYS, SIGNAL_ID } from '@heliograph/contract';
import type { Charge, ChargeOutcome } from './charge';

/** A response or delivery of signals, charged for those that the account was not charged for recently. */
export interface SignalCharge extends Omit<Charge, 'records'> {
  /** Whole numbers above 0 of at most 19 digits, in any order; duplicates count once. */
  signalIds: readonly string[];
  /** Refused if more signals than this are new; undefined without a maximum. */
  maximumRecords: number | undefined;
}

/** As for a charge, plus the number of signals that were new to the account: charged, or refused. */
export interface SignalChargeOutcome extends ChargeOutcome {
  records: number;
}

/** Maximum per charge. */
export const MAXIMUM_SIGNALS = 1_000;

/** How long a charged signal is not charged again. */
export const RECEIVED_WINDOW_SECONDS = PAID_SIGNAL_DAYS * 24 * 60 * 60;

export const isSignalId = (text: string): boolean => SIGNAL_ID.test(text);
