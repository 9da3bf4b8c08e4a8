import { isAvailable, needs } from '@heliograph/testing';

/** A `describe` for tests that kill or reset their Redis, which the one of REDIS_URL is not for. */
export function describeWithOwnRedis(title: string, body: () => void): void {
  if (isAvailable('redis', { PATH: process.env.PATH })) describe(title, body);
  else describe.skip(`${title} ${needs('redis')}`, body);
}
