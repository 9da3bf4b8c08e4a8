import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 10 * 256;
const pool = Buffer.allocUnsafe(POOL_BYTES);
let used = POOL_BYTES;

/**
 * A version 7 UUID (RFC 9562, section 5.7): 48 bits of Unix milliseconds, then 74 random bits, so that later ids sort
 * later, to the millisecond.
 */
export function uuidv7(now: number = Date.now()): string {
  if (used === POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const random = pool.subarray(used, used + 10);
  used += 10;
  random[0] = (random[0]! & 0x0f) | 0x70;
  random[2] = (random[2]! & 0x3f) | 0x80;
  const time = now.toString(16).padStart(12, '0');
  const tail = random.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-${tail.slice(0, 4)}-${tail.slice(4, 8)}-${tail.slice(8)}`;
}

/** The time in a version 7 UUID, in milliseconds since the Unix epoch. */
export function timeOfUuid(uuid: string): number {
  return parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16);
}
