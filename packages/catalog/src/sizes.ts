/** The company sizes of the filter, ends included. */
export const SIZES = {
  '1-49': [1, 49],
  '50-100': [50, 100],
  '101-500': [101, 500],
  '501-10000000': [501, 10_000_000],
} as const;
export type Size = keyof typeof SIZES;
const sizeNames = Object.keys(SIZES) as Size[];

/** The size that includes this number of employees, if any. */
export function sizeOf(employeeCount: number | undefined): Size | undefined {
  if (employeeCount === undefined) return undefined;
  return sizeNames.find((size) => SIZES[size][0] <= employeeCount && employeeCount <= SIZES[size][1]);
}
