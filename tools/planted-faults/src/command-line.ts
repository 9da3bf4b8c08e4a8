import { parseArgs } from 'node:util';

interface CommandLine {
  help: boolean;
  /** Only lists the faults. */
  list: boolean;
  /** Prints the results as one JSON document on standard output; progress goes to standard error. */
  json: boolean;
  /** Runs all tests when the named ones do not find a fault. */
  whole: boolean;
  /** Reruns faults that already have a result. */
  again: boolean;
  /** Names of faults; all if empty. */
  names: string[];
}

export class UsageError extends Error {}

export const HELP = `npm run planted-faults [-- OPTIONS] [NAME …]

Plants each fault from tools/planted-faults/faults in a throwaway copy of the last commit and reports whether the tests
find it.

  --list     lists the faults
  --json     prints results as JSON on standard output
  --whole    runs the whole suite when the tests that a fault names do not find it
  --again    retries faults that have a result for this commit

Exit status: 0 when at least 48 of 50 were found, 1 when fewer were, 2 for invalid arguments.
`;

/** @throws UsageError for invalid arguments. @param known names of all faults. */
export function parseCommandLine(args: readonly string[], known: readonly string[]): CommandLine {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { ...flag, short: 'h' }, list: flag, json: flag, whole: flag, again: flag },
    });
    const unknown = positionals.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new Error(`there is no fault ${unknown}: --list lists them`);
    return { ...values, names: positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
