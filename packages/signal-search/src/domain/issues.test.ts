import { errorFromIssues, MAXIMUM_LISTED_ISSUES, type RequestIssue } from './issues';

const issue = (code: RequestIssue['code'], parameter: string): RequestIssue => ({
  code,
  parameter,
  message: 'is wrong',
});

it('has the code all issues share', () => {
  expect(errorFromIssues([issue('unknown_parameter', 'a'), issue('unknown_parameter', 'b')])).toMatchObject({
    code: 'unknown_parameter',
    status: 400,
    issues: [
      { parameter: 'a', message: 'is wrong' },
      { parameter: 'b', message: 'is wrong' },
    ],
  });
});

it('is invalid_parameter when codes differ', () => {
  expect(errorFromIssues([issue('unknown_parameter', 'a'), issue('cursor_invalid', 'cursor')]).code).toBe(
    'invalid_parameter',
  );
});

it('is the issue itself when there is only one', () => {
  expect(errorFromIssues([issue('cursor_invalid', 'cursor')]).publicText).toBe('cursor: is wrong');
});

it('lists a limited number', () => {
  const many = Array.from({ length: 500 }, (_, index) => issue('invalid_parameter', `p${index}`));
  expect(errorFromIssues(many).issues).toHaveLength(MAXIMUM_LISTED_ISSUES);
});
