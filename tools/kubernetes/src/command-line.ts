import { parseArgs } from 'node:util';
import { PREVIOUS_COMMIT } from './settings';

export interface CommandLine {
  help: boolean;
  /** Only says which checks there are. */
  list: boolean;
  /** The cluster stays up afterwards, for the next run too. */
  keep: boolean;
  /** Names of checks; all of them when empty. */
  only: string[];
  /** The commit that stands for the release before. */
  previous: string;
  /** A command to run as the cluster's administrator, or `down`; empty to run the checks. */
  command: string[];
}

export class UsageError extends Error {}

export const HELP = `npm run test:kubernetes [-- OPTIONS]
npm run test:kubernetes -- exec COMMAND …     runs kubectl, helm, curl … as administrator of the running cluster
npm run test:kubernetes -- down               brings it down

Runs the chart on a real two-node Kubernetes cluster, which it makes on this machine: Linux, x64, root, Debian 12.
Nothing leaves the machine once everything is fetched and compiled (tools/kubernetes/README.md says how long that takes).

  --list              says which checks there are
  --only CHECK        this check, and those that it needs; may be repeated
  --keep              leaves the cluster up, and the next run goes on with it
  --previous COMMIT   upgrades from this commit (${PREVIOUS_COMMIT.slice(0, 8)})

Exit status: 0 when every check passed, 1 when one failed, 2 for wrong arguments.
`;

/** @param known names of all checks. @throws UsageError for arguments that mean nothing. */
export function parseCommandLine(args: readonly string[], known: readonly string[]): CommandLine {
  // What follows exec is another program's.
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
        ...{ help: { ...flag, short: 'h' }, list: flag, keep: flag },
        only: { type: 'string', multiple: true, default: [] },
        previous: { type: 'string', default: PREVIOUS_COMMIT },
      },
    });
    const unknown = values.only.find((name) => !known.includes(name));
    if (unknown !== undefined) throw new Error(`there is no check ${unknown}: --list names them`);
    if (positionals.length > 0 && positionals.join(' ') !== 'down')
      throw new Error(`there is no command ${positionals.join(' ')}: --help names them`);
    if (!/^[0-9a-f]{12,40}$/.test(values.previous))
      throw new Error('--previous is a commit: 12 to 40 hexadecimal digits');
    return { ...values, command: positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
