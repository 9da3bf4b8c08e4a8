import { PAID_SIGNAL_DAYS } from '@heliograph/contract';
import type { Charge, ChargeOutcome } from './charge';

/** One answer or delivery of signals, of which those are to be paid for that the account was not charged for lately. */
export interface SignalCharge extends Omit<Charge, 'records'> {
  /** Whole numbers above 0 of at most 19 digits, in any order; one that is named twice counts once. */
  signalIds: readonly string[];
  /** More new signals than this are refused; undefined without a maximum. */
  maximumRecords: number | undefined;
}

/** As of a charge, and how many of the signals were new to the account: charged, or refused. */
export interface SignalChargeOutcome extends ChargeOutcome {
  records: number;
}

/** Of one charge. */
export const MAXIMUM_SIGNALS = 1_000;

/** For how long a signal that was charged for is not charged for again. */
export const RECEIVED_WINDOW_SECONDS = PAID_SIGNAL_DAYS * 24 * 60 * 60;

const SIGNAL_ID = /^[1-9][0-9]{0,18}$/;

export const isSignalId = (text: string): boolean => SIGNAL_ID.test(text);
