import { ServiceError } from '@heliograph/runtime';

/** This API's names for parameters that services name differently. */
const NAMES: Readonly<Record<string, string>> = {
  role: 'memberRole',
  account_id: 'account',
  expires_at: 'expiresAt',
  monthly_cap_records: 'monthlyCapRecords',
  overlap_seconds: 'overlapHours',
  page_token: 'cursor',
  user_id: 'person',
  user_code: 'userCode',
};

/**
 * Passes on a service's issues under this API's parameter names. An invalid page token is reported as a bad cursor.
 *
 * @throws ServiceError what the call threw, renamed.
 */
export async function withApiIssues<Result>(call: Promise<Result>): Promise<Result> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.issues.length === 0) throw error;
    const issues = error.issues.map(({ parameter, message }) => ({
      parameter: NAMES[parameter] ?? parameter,
      message,
    }));
    const isCursor = issues.every(({ parameter }) => parameter === 'cursor');
    throw new ServiceError(isCursor ? 'cursor_invalid' : error.code, textOf(error, issues), {
      cause: error,
      issues,
    });
  }
}

/** The service's own sentence, unless it names parameters that this API does not have. */
function textOf(error: ServiceError, issues: readonly { parameter: string; message: string }[]): string {
  if (!error.issues.some(({ parameter }) => parameter in NAMES)) return error.publicText;
  if (!error.issues.some(({ parameter }) => error.publicText.includes(parameter))) return error.publicText;
  return `The request is not valid: ${issues.map(({ parameter, message }) => `${parameter} ${message}`).join('; ')}.`;
}
