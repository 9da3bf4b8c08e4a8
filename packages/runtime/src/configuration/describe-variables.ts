import type { z } from 'zod';

/** A program's environment variables, by name. */
export type Variables = Readonly<Record<string, z.ZodType>>;

/** One line per variable: name, default, description. */
export function describeVariables(variables: Variables): string {
  const rows = Object.entries(variables).map(([name, type]) => [
    name,
    defaultOf(type),
    type.description ?? '',
  ]);
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')}\n`)
    .join('');
}

function defaultOf(type: z.ZodType): string {
  const absent = type.safeParse(undefined);
  if (!absent.success) return 'required';
  return absent.data === undefined ? '' : String(absent.data);
}
