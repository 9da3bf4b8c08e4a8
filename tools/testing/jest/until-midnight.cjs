'use strict';

const DAY = 24 * 60 * 60 * 1000;
/** Longer than any test that computes the current day. */
const SHORTLY_BEFORE = 180_000;

/**
 * Milliseconds until midnight UTC if it is close, else 0. A test that computes the current day or month and then asks
 * for the system's counts in it would fail if midnight came in between.
 */
exports.untilMidnight = (now) => {
  const left = DAY - (now % DAY);
  return left <= SHORTLY_BEFORE ? left : 0;
};
