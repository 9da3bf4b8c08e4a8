import type { DatabaseServer } from './database-url';

/** A server's last reported state. */
export interface ServerState {
  server: DatabaseServer;
  /** Undefined before its first response, and when the last one failed. */
  role: 'primary' | 'standby' | undefined;
  /** A promotion starts a new timeline, one higher. 0 for a standby. For one that does not answer, its last one. */
  timeline: number;
  /** A standby that has not replayed anything for some seconds, although there is something, or receives nothing. */
  isStalled: boolean;
  /** Why it did not answer. */
  failure: Error | undefined;
}

/**
 * The server to connect to. A standby that is stalled only when all are: they may be up to date. Of two primaries,
 * which exist while one is cut off from the rest, the one promoted last: the other confirms no commits any more, but
 * still answers reads. So an older one is not chosen either while the newest does not answer.
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
 * Whether connections to a server must be closed: it is a standby now, or another was promoted after it. One that does
 * not answer is kept while there is no other: it may be busy. Where a standby is preferred, only one that is stalled,
 * while another is not; a promoted one answers as before.
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
