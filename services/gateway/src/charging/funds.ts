import { DAILY_TEST_RECORDS, groupDigits, WITHOUT_TEST_RECORDS } from '@heliograph/contract';
import type { ledger } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import type { Credential } from '../credentials/credential-verifier';
import type { DataApi } from '../http/data-api';

/** Records that a credential can pay for, before its monthly cap; for a test key, what is left of the day's records. */
export function fundsOf(of: DataApi, usage: ledger.Usage): bigint {
  return usage.testRecords ?? of.fundsOf(usage);
}

/** The refusal when there are no records for a paid operation. */
export function noRecords({ noRecordsText }: DataApi, { isTest }: Credential): ServiceError {
  return new ServiceError('insufficient_records', isTest ? NO_TEST_RECORDS : noRecordsText);
}

const NO_TEST_RECORDS = `The account's ${groupDigits(DAILY_TEST_RECORDS)} test records of this UTC day are used up: ${WITHOUT_TEST_RECORDS}.`;
