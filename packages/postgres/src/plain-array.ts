/**
 * Numbers or UUIDs as PostgreSQL's array text. They need neither quotes nor escapes, which the driver would check for
 * in each one.
 */
export function plainArray(values: readonly (number | bigint | string | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}
