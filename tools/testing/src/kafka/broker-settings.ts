/** Settings of one broker that is its own controller, for tests and developers: small and fast to react. */
export function brokerSettings(options: {
  /** The host that clients are told to connect to. */
  host: string;
  port: number;
  controllerPort: number;
  /** The address to listen on; empty for all. */
  listenAt: string;
}): Record<string, string> {
  const { host, port, controllerPort, listenAt } = options;
  return {
    'process.roles': 'broker,controller',
    'node.id': '1',
    'controller.quorum.voters': `1@127.0.0.1:${controllerPort}`,
    listeners: `CLIENT://${listenAt}:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
    'advertised.listeners': `CLIENT://${host}:${port}`,
    'listener.security.protocol.map': 'CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'inter.broker.listener.name': 'CLIENT',
    'controller.listener.names': 'CONTROLLER',
    'offsets.topic.replication.factor': '1',
    'offsets.topic.num.partitions': '4',
    'transaction.state.log.replication.factor': '1',
    'transaction.state.log.min.isr': '1',
    'transaction.state.log.num.partitions': '1',
    // A group's first member need not wait for others.
    'group.initial.rebalance.delay.ms': '0',
    'group.min.session.timeout.ms': '500',
    // A killed broker may return only after its last session expires.
    'broker.session.timeout.ms': '1500',
    'broker.heartbeat.interval.ms': '300',
    'auto.create.topics.enable': 'false',
    'num.network.threads': '2',
    'num.io.threads': '2',
    'background.threads': '2',
    'log.cleaner.dedupe.buffer.size': '2097152',
  };
}
