import type { DatabaseServer } from './database-url';

/** A server's last reported state. */
export interface ServerState {
  server: DatabaseServer;
  /** Undefined before its first response, and when the last one failed. */
  role: 'primary' | 'standby' | undefined;
  /**
   * Each promotion starts a new timeline, one higher. 0 for a standby; the last known one if the server does not
   * answer.
   */
  timeline: number;
  /** A standby that has replayed nothing for some seconds although it is behind, or that receives nothing. */
  isStalled: boolean;
  /** Why it did not answer. */
  failure: Error | undefined;
}

/**
 * The server to connect to. Stalled standbys are chosen only if all are stalled: they may be up to date. There are two
 * primaries while one is cut off from the rest; the one promoted last is chosen, because the other confirms no more
 * commits but still answers reads. For the same reason, an older primary is not chosen while the newest one does not
 * answer.
 */
export function chooseServer(
  states: readonly ServerState[],
  prefersStandby: boolean,
): ServerState | undefined {
  const standbys = prefersStandby ? states.filter(({ role }) => role === 'standby') : [];
  const standby = standbys.find(({ isStalled }) => !isStalled) ?? standbys[0];
  const newest = Math.max(...states.map(({ timeline }) => timeline));
  return standby ?? states.find(({ role, timeline }) => role === 'primary' && timeline === newest);
}

/**
 * Whether connections to a server must be closed: it is a standby now, or another server was promoted after it. A
 * server that does not answer is kept while there is no other: it may be busy. If a standby is preferred, only a
 * stalled server's connections are closed, and only while another is not stalled; a promoted one answers as before.
 */
export function isOutdated(
  server: DatabaseServer,
  states: readonly ServerState[],
  prefersStandby: boolean,
): boolean {
  const own = states.find((state) => state.server === server);
  if (prefersStandby) return own?.isStalled === true && chooseServer(states, true)?.isStalled === false;
  if (own?.role === 'standby') return true;
  const primary = chooseServer(states, false);
  return primary !== undefined && primary !== own;
}
