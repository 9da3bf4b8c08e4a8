import { ERROR_CODES, ERRORS } from '@heliograph/contract';
import { ServiceError } from './service-error';
import { problemOf } from './problem';

it.each(ERROR_CODES)('%s has a title and a place in the reference', (code) => {
  expect(problemOf(new ServiceError(code, 'text'), 'request-1')).toEqual({
    type: `/docs/errors#${code}`,
    title: ERRORS[code].title,
    status: ERRORS[code].status,
    detail: code === 'internal' ? 'An unexpected error occurred.' : 'text',
    code,
    requestId: 'request-1',
  });
});

it('lists issues by parameter and message only', () => {
  const issues = [{ parameter: 'q', message: 'is wrong', code: 'invalid_parameter' }];
  const problem = problemOf(new ServiceError('invalid_parameter', 'text', { issues }), 'request-1');
  expect(problem.errors).toEqual([{ parameter: 'q', message: 'is wrong' }]);
});

it('does not reveal the cause', () => {
  const cause = new Error('connect ECONNREFUSED /run/ledger.sock');
  const problems = [
    problemOf(new ServiceError('internal', String(cause), { cause }), 'request-1'),
    problemOf(new ServiceError('unavailable', 'Try again.', { cause }), 'request-1'),
  ];
  expect(JSON.stringify(problems)).not.toContain('ECONNREFUSED');
});
