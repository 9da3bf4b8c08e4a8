import type { Query } from './query-string';

const WHOLE_NUMBER = /^[1-9][0-9]{0,2}$/;

/** Parses a list's `limit`, adding any issue. */
export function readPageSize(
  { values, issues }: Query,
  size: { readonly default: number; readonly maximum: number },
): number {
  const text = values.get('limit') ?? String(size.default);
  const limit = WHOLE_NUMBER.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > size.maximum) {
    const message = `must be a whole number from 1 to ${size.maximum}`;
    issues.push({ code: 'invalid_parameter', parameter: 'limit', message });
  }
  return limit;
}
