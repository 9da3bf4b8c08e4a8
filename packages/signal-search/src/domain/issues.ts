import { ServiceError, type ErrorCode, type Issue } from '@heliograph/runtime';

/** Codes that an issue can have. */
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

/** One issue of a request, before issues are combined into one response. */
export interface RequestIssue extends Issue {
  code: IssueCode;
  /** Set if the request was once valid and only the passage of time made it invalid. */
  isLate?: true;
}

/** How an issue differs from an ordinary invalid parameter. */
export type IssueKind = Partial<Pick<RequestIssue, 'code' | 'isLate'>>;

/** Maximum issues listed in one response, whatever the request. */
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
