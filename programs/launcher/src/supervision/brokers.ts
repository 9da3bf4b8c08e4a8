import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { StartFailure } from '../start-failure';

/** How long to wait for a broker that starts together with this program. */
const TIMEOUT_MS = 10_000;
const RETRY_MS = 250;
const ANSWER_MS = 2_000;

/**
 * Waits until one of the brokers accepts a connection.
 *
 * @param brokers `host:port`, several separated by commas; undefined if there is nothing to wait for.
 * @throws StartFailure if none does.
 */
export async function checkBrokers(brokers: string | undefined): Promise<void> {
  if (brokers === undefined) return;
  const end = performance.now() + TIMEOUT_MS;
  for (;;) {
    const responses = await Promise.all(brokers.split(',').map(takesConnection));
    if (responses.includes(true)) return;
    if (performance.now() > end) {
      throw new StartFailure(
        `no Kafka broker answers at ${brokers}: start it or correct KAFKA_BROKERS; unset it to use the event log in PostgreSQL`,
        true,
      );
    }
    await delay(RETRY_MS);
  }
}

function takesConnection(broker: string): Promise<boolean> {
  const separator = broker.lastIndexOf(':');
  const [host, port] = [broker.slice(0, separator), Number(broker.slice(separator + 1))];
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const finish = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.setTimeout(ANSWER_MS, () => finish(false));
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}
