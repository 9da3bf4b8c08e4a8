import { waitFor } from '@heliograph/testing';
import type { System } from '../../support/system';
import { childrenOf, commandOf, identify, type ProcessIdentity } from './processes';

/** Time for a program to appear or reappear: the launcher waits up to 10 s before it restarts one that fails often. */
const RETURN_MS = 90_000;
/** Slow enough not to disturb what is starting. */
const POLL_MS = 50;

/** The processes of a running system; after a restart, those of the new one. */
export class SystemProcesses {
  constructor(private readonly system: () => System) {}

  /**
   * The process of a service, or `postgresql`; waits until it exists.
   *
   * @throws when it does not appear.
   */
  async find(name: string): Promise<ProcessIdentity> {
    return waitFor(
      async () => {
        const pid = (await this.system().children()).get(name);
        return pid === undefined ? undefined : identify(pid);
      },
      { timeoutMs: RETURN_MS, pollMs: POLL_MS, description: `${name} running` },
    );
  }

  /** Waits until a process other than this one has taken its place. */
  async replaced(name: string, old: ProcessIdentity): Promise<void> {
    await waitFor(async () => ((await this.system().children()).get(name) ?? old.pid) !== old.pid, {
      timeoutMs: RETURN_MS,
      pollMs: POLL_MS,
      description: `${name} started again`,
    });
  }

  /** PostgreSQL's processes for connections whose role name has this prefix. */
  async backends(role: string): Promise<ProcessIdentity[]> {
    const postmaster = await this.find('postgresql');
    const found: ProcessIdentity[] = [];
    for (const pid of await childrenOf(postmaster.pid)) {
      // PostgreSQL titles them "postgres: [CLUSTER: ]ROLE DATABASE HOST STATE".
      const [, user] = /^postgres: (?:\S+: )?(\S+) \S+ \[local\]/.exec(await commandOf(pid)) ?? [];
      if (!user?.startsWith(role)) continue;
      const identity = identify(pid);
      if (identity) found.push(identity);
    }
    return found;
  }

  /** The launcher and all its descendants, parents first. */
  async all(): Promise<ProcessIdentity[]> {
    const found: ProcessIdentity[] = [];
    const pending = [this.system().launcher.pid!];
    for (let pid = pending.shift(); pid !== undefined; pid = pending.shift()) {
      const identity = identify(pid);
      if (identity) found.push(identity);
      pending.push(...(await childrenOf(pid)));
    }
    return found;
  }
}
