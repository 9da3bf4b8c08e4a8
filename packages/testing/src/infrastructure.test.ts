import { isAvailable, isRequired } from './infrastructure';

it('takes a part from its variable, else from a program on the PATH', () => {
  expect(isAvailable('redis', { PATH: '/nowhere', REDIS_URL: '' })).toBe(false);
  expect(isAvailable('redis', { PATH: '/nowhere', REDIS_URL: 'redis://localhost' })).toBe(true);
});

it('reads what is required from a list', () => {
  expect(isRequired('redis', { REQUIRE_INFRA: 'kafka, redis' })).toBe(true);
  expect(isRequired('redis', { REQUIRE_INFRA: 'kafka' })).toBe(false);
  expect(isRequired('redis', {})).toBe(false);
});
