interface Check {
  name: string;
  after: readonly string[];
}

/**
 * The checks to run, in order: the chosen ones and their prerequisites, except those already done on this cluster.
 *
 * @param chosen names; all checks if empty.
 * @param done checks done on the running cluster. A chosen check is repeated.
 */
export function planOf<Each extends Check>(
  checks: readonly Each[],
  chosen: readonly string[],
  done: ReadonlySet<string>,
): Each[] {
  if (chosen.length === 0) return checks.filter(({ name }) => !done.has(name));
  const wanted = new Set<string>();
  const want = (name: string): void => {
    if (wanted.has(name)) return;
    wanted.add(name);
    for (const needed of checks.find((check) => check.name === name)?.after ?? [])
      if (!done.has(needed)) want(needed);
  };
  for (const name of chosen) want(name);
  return checks.filter(({ name }) => wanted.has(name));
}
