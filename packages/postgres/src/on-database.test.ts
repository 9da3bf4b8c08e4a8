import { ServiceError } from '@heliograph/runtime';
import { DatabaseError } from 'pg';
import { onDatabase, toCallerError } from './on-database';

const fromServer = (code: string) => Object.assign(new DatabaseError(code, 0, 'error'), { code });

it.each([
  ...['08006', '40001', '40P01', '53100', '55P03', '57014', '57P01', '58030', '25006', '25P03', '25P04'].map(
    fromServer,
  ),
  new Error('Connection terminated unexpectedly'),
])('asks the caller to try again after %p', async (error) => {
  const expected = { code: 'unavailable', retryAfterSeconds: 1, cause: error };
  expect(toCallerError(error)).toMatchObject(expected);
  await expect(onDatabase(() => Promise.reject(error))).rejects.toMatchObject(expected);
});

it.each([
  ...['22P02', '23505', '25001', '42P01'].map(fromServer),
  new TypeError(),
  new RangeError(),
  new ServiceError('not_found', ''),
])('passes %p on', async (error) => {
  expect(toCallerError(error)).toBe(error);
  await expect(onDatabase(() => Promise.reject(error))).rejects.toBe(error);
});
