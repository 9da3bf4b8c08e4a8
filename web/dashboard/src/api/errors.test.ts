import {
  ApiError,
  describeFailure,
  issueOf,
  isAccessBlock,
  isNotFound,
  isOutcomeUnknown,
  isSignedOut,
  isTransient,
} from './errors';

const failure = (
  status: number,
  code: string,
  errors?: { parameter: string; message: string }[],
  retryAfter?: number,
) => new ApiError({ status, code, detail: `said ${code}`, requestId: 'r-1', errors }, retryAfter);

describe('failures', () => {
  it('are distinguished by status and code', () => {
    expect(isSignedOut(failure(401, 'missing_credentials'))).toBe(true);
    expect(isAccessBlock(failure(403, 'account_suspended'))).toBe(true);
    expect(isAccessBlock(failure(403, 'insufficient_scope'))).toBe(false);
    expect(isNotFound(failure(404, 'not_found'))).toBe(true);
    expect(isTransient(failure(503, 'unavailable'))).toBe(true);
    expect(isTransient(failure(500, 'internal'))).toBe(false);
    expect(isTransient(ApiError.own('network', 0, 'gone'))).toBe(true);
    expect(isTransient(new TypeError('a bug of the page'))).toBe(false);
    expect(isOutcomeUnknown(ApiError.own('network', 0, 'gone'))).toBe(true);
    expect(isOutcomeUnknown(ApiError.own('timeout', 0, 'late'))).toBe(true);
    expect(isOutcomeUnknown(ApiError.own('unreadable', 200, 'cut off'))).toBe(true);
    expect(isOutcomeUnknown(failure(500, 'internal'))).toBe(true);
    expect(isOutcomeUnknown(failure(409, 'conflict'))).toBe(false);
  });

  it("use the server's text, but never the text of a bug in the page", () => {
    expect(describeFailure(failure(409, 'conflict'))).toBe('said conflict');
    expect(describeFailure(failure(429, 'rate_limited', undefined, 12))).toContain('12 seconds');
    expect(describeFailure(failure(429, 'rate_limited', undefined, 1))).toContain('1 second.');
    expect(describeFailure(failure(429, 'rate_limited', undefined, 3_600))).toBe('said rate_limited');
    expect(describeFailure(new TypeError('x is undefined'))).not.toContain('undefined');
  });

  it('map each field to its issue as a sentence', () => {
    const error = failure(400, 'invalid_parameter', [
      { parameter: 'amountUsd', message: 'must be an amount such as 25 or 25.50' },
    ]);
    expect(issueOf(error, 'amountUsd')).toBe('Must be an amount such as 25 or 25.50.');
    expect(issueOf(error, 'name')).toBeNull();
    expect(issueOf(null, 'name')).toBeNull();
  });
});
