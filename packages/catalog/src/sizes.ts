import { STRUCTURED_PARAMETERS } from '@heliograph/contract';

/** A company size as in the filter, such as `50-100`. */
export type Size = (typeof STRUCTURED_PARAMETERS.size.choices)[number];
const sizeNames = STRUCTURED_PARAMETERS.size.choices;

/** The employee counts of each size, inclusive. */
export const SIZES = Object.fromEntries(
  sizeNames.map((size) => [size, size.split('-').map(Number)]),
) as Record<Size, [least: number, most: number]>;

/** The size that includes this employee count, if any. */
export function sizeOf(employeeCount: number | undefined): Size | undefined {
  if (employeeCount === undefined) return undefined;
  return sizeNames.find((size) => SIZES[size][0] <= employeeCount && employeeCount <= SIZES[size][1]);
}
