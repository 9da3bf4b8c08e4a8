import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** The outcome for clients that each keep a connection and send requests repeatedly. */
interface KeptConnections {
  /** Answers so far, of all clients together. */
  readonly answered: number;
  /** Errors of requests without an answer. */
  readonly failures: readonly string[];
  /** Resolves when every client was told by an answer that its connection closes, or failed. */
  readonly ended: Promise<void>;
}

/**
 * Requests a URL over this many persistent connections, each a tenth of a second after its previous answer, until an
 * answer says that the connection is closed. No request may fail.
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
