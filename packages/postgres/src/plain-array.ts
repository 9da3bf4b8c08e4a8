/**
 * Numbers or UUIDs as PostgreSQL's array text. They need neither quotes nor escapes, which the driver would check each
 * of them for.
 */
export function plainArray(values: readonly (number | bigint | string | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}
