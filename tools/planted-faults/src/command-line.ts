import { parseArgs } from 'node:util';

export interface CommandLine {
  help: boolean;
  /** Only says which faults there are. */
  list: boolean;
  /** The results as one JSON document on standard output; progress goes to standard error. */
  json: boolean;
  /** Runs all tests when the named ones do not find a fault. */
  whole: boolean;
  /** Tries faults again that have a result. */
  again: boolean;
  /** Of faults; all of them when empty. */
  names: string[];
}

export class UsageError extends Error {}

export const HELP = `npm run planted-faults [-- OPTIONS] [NAME …]

Plants each fault of tools/planted-faults/faults in a throwaway copy of the last commit and says whether the tests find it.

  --list     says which faults there are
  --json     results as JSON on standard output
  --whole    runs the whole suite where the tests that a fault names do not find it
  --again    tries faults again that have a result for this commit

Exit status: 0 when at least 48 of 50 were found, 1 when fewer were, 2 for wrong arguments.
`;

/** @throws UsageError for arguments that mean nothing. @param known names of all faults. */
export function parseCommandLine(args: readonly string[], known: readonly string[]): CommandLine {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { help: { ...flag, short: 'h' }, list: flag, json: flag, whole: flag, again: flag },
    });
    const unknown = positionals.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new Error(`there is no fault ${unknown}: --list names them`);
    return { ...values, names: positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
