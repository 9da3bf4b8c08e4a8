import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { CHART } from './paths';
import type { Values } from './render';

/** A file of `charts/heliograph/values`, by its name without extension. */
export const valuesOf = (name: string) =>
  parse(readFileSync(join(CHART, `values/${name}.yaml`), 'utf8')) as Values;

const isSection = (value: unknown): value is Values => typeof value === 'object' && value !== null;

/** Merges values over others, as Helm merges files. */
export function over(base: Values, values: Values): Values {
  const merged = Object.entries(values).map(([name, value]) => {
    const below = base[name];
    return [name, isSection(value) && isSection(below) ? over(below, value) : value];
  });
  return { ...base, ...Object.fromEntries(merged) } as Values;
}
