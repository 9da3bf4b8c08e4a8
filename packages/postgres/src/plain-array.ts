/**
 * Numbers or UUIDs as PostgreSQL's text of an array. They need neither quotes nor escapes, for which the driver would look
 * through each of them.
 */
export function plainArray(values: readonly (number | bigint | string | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}
