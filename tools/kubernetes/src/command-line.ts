import { parseArgs } from 'node:util';
import { PREVIOUS_COMMIT } from './settings';

export interface CommandLine {
  help: boolean;
  /** Only lists the checks. */
  list: boolean;
  /** Keeps the cluster up for the next run. */
  keep: boolean;
  /** Names of checks; all if empty. */
  only: string[];
  /** The commit to upgrade from, as the previous release. */
  previous: string;
  /** A command to run as the cluster's administrator, or `down`; empty to run the checks. */
  command: string[];
}

export class UsageError extends Error {}

export const HELP = `npm run test:kubernetes [-- OPTIONS]
npm run test:kubernetes -- exec COMMAND …     runs kubectl, helm, curl … as the running cluster's administrator
npm run test:kubernetes -- down               brings it down

Runs the chart on a real two-node Kubernetes cluster that it creates on this machine: Linux, x64, root, Debian 12.
Nothing leaves the machine once everything is fetched and compiled (tools/kubernetes/README.md says how long that takes).

  --list              lists the checks
  --only CHECK        runs this check and its prerequisites; may be repeated
  --keep              keeps the cluster up for the next run to continue with
  --previous COMMIT   upgrades from this commit (${PREVIOUS_COMMIT.slice(0, 8)})

Exit status: 0 when every check passed, 1 when one failed, 2 for invalid arguments.
`;

/** @param known names of all checks. @throws UsageError for invalid arguments. */
export function parseCommandLine(args: readonly string[], known: readonly string[]): CommandLine {
  // Arguments after exec belong to another program.
  if (args[0] === 'exec') return { ...parse([], known), command: args.slice(1) };
  return parse(args, known);
}

function parse(args: readonly string[], known: readonly string[]): CommandLine {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        help: { ...flag, short: 'h' },
        list: flag,
        keep: flag,
        only: { type: 'string', multiple: true, default: [] },
        previous: { type: 'string', default: PREVIOUS_COMMIT },
      },
    });
    const unknown = values.only.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new Error(`there is no check ${unknown}: --list lists them`);
    if (positionals.length > 0 && positionals.join(' ') !== 'down')
      throw new Error(`there is no command ${positionals.join(' ')}: --help lists them`);
    if (!/^[0-9a-f]{12,40}$/.test(values.previous))
      throw new Error('--previous is a commit: 12 to 40 hexadecimal digits');
    return { ...values, command: positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
