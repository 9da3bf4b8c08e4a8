'use strict';

const DAY = 24 * 60 * 60 * 1000;
/** Longer than any test takes that computes a day. */
const SHORTLY_BEFORE = 180_000;

/**
 * Milliseconds until midnight in UTC if it is close, else 0: a test that computes the current day or month, and asks
 * for what the system counted in it, fails if midnight lies between.
 */
exports.untilMidnight = (now) => {
  const left = DAY - (now % DAY);
  return left <= SHORTLY_BEFORE ? left : 0;
};
