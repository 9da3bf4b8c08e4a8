import type { DatabaseServer } from './database-url';

/** What a server said of itself last. */
export interface ServerState {
  server: DatabaseServer;
  /** Undefined before its first answer, and when it did not answer the last time. */
  role: 'primary' | 'standby' | undefined;
  /** A promotion begins a new timeline, one higher. 0 for a standby. Of one that does not answer, what it was. */
  timeline: number;
  /** Why it did not answer. */
  failure: Error | undefined;
}

/**
 * The server to connect to. Of two primaries, which there are while one is cut off from the rest, the one that was promoted last: the other confirms
 * no commit any more, but it answers reads. So an older one is not taken either while the newest does not answer.
 */
export function chooseServer(
  states: readonly ServerState[],
  prefersStandby: boolean,
): ServerState | undefined {
  const standby = prefersStandby ? states.find(({ role }) => role === 'standby') : undefined;
  const newest = Math.max(...states.map(({ timeline }) => timeline));
  return standby ?? states.find(({ role, timeline }) => role === 'primary' && timeline === newest);
}

/**
 * Whether what is connected to a server must let go of it: it is a standby now, or another was promoted after it. One that does not answer is
 * kept as long as there is no other: it may be busy.
 */
export function isOutdated(server: DatabaseServer, states: readonly ServerState[]): boolean {
  const own = states.find((state) => state.server === server);
  if (own?.role === 'standby') return true;
  const primary = chooseServer(states, false);
  return primary !== undefined && primary !== own;
}
