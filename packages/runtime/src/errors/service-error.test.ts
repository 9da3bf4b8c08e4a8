import { ServiceError, toServiceError } from './service-error';

it('keeps a service error unchanged', () => {
  const error = new ServiceError('not_found', 'No such company.');
  expect(toServiceError(error)).toBe(error);
  expect(error.status).toBe(404);
});

it('hides anything else behind internal and keeps the cause', () => {
  const cause = new Error('relation "x" does not exist');
  const error = toServiceError(cause);
  expect(error).toMatchObject({ code: 'internal', status: 500, cause });
  expect(error.publicText).not.toContain('relation');
});
