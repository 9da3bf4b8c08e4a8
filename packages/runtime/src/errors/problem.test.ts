import { ERROR_STATUS, type ErrorCode } from './error-codes';
import { PROBLEM_TITLES, problemOf } from './problem';
import { ServiceError } from './service-error';

const codes = Object.keys(ERROR_STATUS) as ErrorCode[];

it.each(codes)('%s has a title and a place in the reference', (code) => {
  expect(problemOf(new ServiceError(code, 'text'), 'request-1')).toEqual({
    type: `/docs/errors#${code}`,
    title: PROBLEM_TITLES[code],
    status: ERROR_STATUS[code],
    detail: code === 'internal' ? 'An unexpected error occurred.' : 'text',
    code,
    requestId: 'request-1',
  });
});

it('lists faults by parameter and message only', () => {
  const faults = [{ parameter: 'q', message: 'is wrong', code: 'invalid_parameter' }];
  const problem = problemOf(new ServiceError('invalid_parameter', 'text', { faults }), 'request-1');
  expect(problem.errors).toEqual([{ parameter: 'q', message: 'is wrong' }]);
});

it('says nothing of a cause', () => {
  const cause = new Error('connect ECONNREFUSED /run/ledger.sock');
  const problems = [
    problemOf(new ServiceError('internal', String(cause), { cause }), 'request-1'),
    problemOf(new ServiceError('unavailable', 'Try again.', { cause }), 'request-1'),
  ];
  expect(JSON.stringify(problems)).not.toContain('ECONNREFUSED');
});
