import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** What happened to clients that each keep a connection open and send requests over it. */
interface KeptConnections {
  /** Responses so far, to all clients together. */
  readonly answered: number;
  /** Errors of requests that got no response. */
  readonly failures: readonly string[];
  /** Resolves when every client has failed or got a response saying that its connection will close. */
  readonly ended: Promise<void>;
}

/**
 * Requests a URL over this many persistent connections, on each one a tenth of a second after the previous response,
 * until a response says that the connection will close. No request may fail.
 */
export function keepConnections(url: string, count: number): KeptConnections {
  const failures: string[] = [];
  let answered = 0;
  const client = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      for (;;) {
        const response = await ask(url, agent);
        answered += 1;
        if (response.headers.connection === 'close') return;
        await delay(100);
      }
    } catch (error) {
      failures.push(String(error));
    } finally {
      agent.destroy();
    }
  };
  const clients = Array.from({ length: count }, async (_, index) => {
    // Not all at the same moment.
    await delay(index % 100);
    return client();
  });
  return {
    get answered() {
      return answered;
    },
    failures,
    ended: Promise.all(clients).then(() => undefined),
  };
}

function ask(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent }, (response) => {
      response.once('error', reject);
      response.once('end', () => resolve(response));
      response.resume();
    });
    request.once('error', reject);
  });
}
