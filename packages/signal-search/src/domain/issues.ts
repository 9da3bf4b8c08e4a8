import { ServiceError, type ErrorCode, type Issue } from '@heliograph/runtime';

/** The codes that an issue of one parameter can have. */
type IssueCode = Extract<
  ErrorCode,
  | 'invalid_parameter'
  | 'unknown_parameter'
  | 'repeated_parameter'
  | 'cursor_invalid'
  | 'cursor_mismatch'
  | 'cursor_expired'
  | 'client_too_old'
>;

/** One issue of a request, before they are combined into one response. */
export interface RequestIssue extends Issue {
  code: IssueCode;
  /** Whether the request was valid once, and only time made it invalid. */
  isLate?: true;
}

/** What an issue is besides an invalid parameter. */
export type IssueKind = Partial<Pick<RequestIssue, 'code' | 'isLate'>>;

/** Issues listed in one response; a request cannot make it longer than this. */
export const MAXIMUM_LISTED_ISSUES = 100;

/**
 * Combines the issues of a request into one error. Its code is the one all issues share, or else `invalid_parameter`.
 *
 * @param issues at least one.
 */
export function errorFromIssues(issues: readonly RequestIssue[]): ServiceError {
  const first = issues[0]!;
  const code = issues.every((issue) => issue.code === first.code) ? first.code : 'invalid_parameter';
  const text =
    issues.length === 1
      ? `${first.parameter}: ${first.message}`
      : `The request has ${issues.length} errors; see "errors".`;
  return new ServiceError(code, text, {
    issues: issues.slice(0, MAXIMUM_LISTED_ISSUES).map(({ parameter, message }) => ({ parameter, message })),
  });
}
