import { Agent, get, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** What became of clients that each keep a connection and ask again and again. */
interface KeptConnections {
  /** Answers so far, of all together. */
  readonly answered: number;
  /** Of requests that had no answer. */
  readonly failures: readonly string[];
  /** Resolves when every client was told, with an answer, that its connection ends, or had none. */
  readonly ended: Promise<void>;
}

/**
 * Asks a URL over so many connections, each kept open, a request a tenth of a second after each answer, until an answer says
 * that the connection is closed. None of the requests may fail.
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
