import { ServiceError, type ErrorCode, type Fault } from '@heliograph/runtime';

/** The codes that a fault of one parameter can have. */
type FaultCode = Extract<
  ErrorCode,
  | 'invalid_parameter'
  | 'unknown_parameter'
  | 'repeated_parameter'
  | 'cursor_invalid'
  | 'cursor_mismatch'
  | 'cursor_expired'
  | 'client_too_old'
>;

/** One fault of a request, before they are combined into one response. */
export interface RequestFault extends Fault {
  code: FaultCode;
}

/** Faults listed in one response; a request cannot make it longer than this. */
export const MAXIMUM_LISTED_FAULTS = 100;

/**
 * Combines the faults of a request into one error. Its code is the one all faults share, or else `invalid_parameter`.
 *
 * @param faults at least one.
 */
export function errorOfFaults(faults: readonly RequestFault[]): ServiceError {
  const first = faults[0]!;
  const code = faults.every((fault) => fault.code === first.code) ? first.code : 'invalid_parameter';
  const text =
    faults.length === 1
      ? `${first.parameter}: ${first.message}`
      : `The request has ${faults.length} errors; see "errors".`;
  return new ServiceError(code, text, {
    faults: faults.slice(0, MAXIMUM_LISTED_FAULTS).map(({ parameter, message }) => ({ parameter, message })),
  });
}
