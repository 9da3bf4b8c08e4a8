/** The part of charts/heliograph/programs.yaml that says which programs may connect to which. */
export interface Program {
  isCommand?: boolean;
  isLocal?: boolean;
  /** HTTP port for clients; a program without one speaks gRPC. */
  port?: number;
  calls?: string[];
  /** Dependencies outside the chart. */
  uses?: string[];
}

export interface Connection {
  /** A service, or the namespace of a pod elsewhere. */
  from: string;
  /** A service, or something outside the chart. */
  to: string;
  port: number;
  isAllowed: boolean;
}

const RPC_PORT = 50_051;
const METRICS_PORT = 9_464;
/** Servers in the cluster outside the release, with their ports. */
const OUTSIDE: Record<string, number> = { postgresql: 5_432, redis: 6_379, kafka: 9_092 };

/**
 * Every pair of programs, and of namespaces and programs, with whether network policies should allow the connection.
 *
 * @param programs by name.
 * @param clients namespace that may reach the public services.
 * @param monitoring namespace that may reach metrics.
 */
export function expectedConnections(
  programs: Readonly<Record<string, Program>>,
  clients: string,
  monitoring: string,
): Connection[] {
  const services = Object.entries(programs).filter(([, { isCommand, isLocal }]) => !isCommand && !isLocal);
  const between = services.flatMap(([from, { calls = [], uses = [] }]) => [
    ...services
      .filter(([to]) => to !== from)
      .map(([to, { port = RPC_PORT }]) => ({ from, to, port, isAllowed: calls.includes(to) })),
    ...Object.entries(OUTSIDE).map(([to, port]) => ({ from, to, port, isAllowed: uses.includes(to) })),
  ]);
  const fromOutside = services.flatMap(([to, { port }]) =>
    [clients, monitoring].flatMap((from) => [
      { from, to, port: port ?? RPC_PORT, isAllowed: from === clients && port !== undefined },
      { from, to, port: METRICS_PORT, isAllowed: from === monitoring },
    ]),
  );
  return [...between, ...fromOutside];
}
