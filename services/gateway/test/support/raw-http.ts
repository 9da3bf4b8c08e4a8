import { connect, type Socket } from 'node:net';

/**
 * Sends bytes as they are and collects what comes back until the other side closes.
 *
 * @param options.half end the sending side behind them, as a client does that goes.
 */
export async function exchangeBytes(
  port: number,
  bytes: string | Buffer,
  options: { half?: boolean } = {},
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  // A reset after the answer is as good an end as any.
  socket.on('error', () => undefined);
  if (options.half) socket.end(bytes);
  else socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(received).toString('latin1');
}

/** A request on a connection of its own that is open until it is destroyed. */
export function openRequest(port: number, path: string, headers: Record<string, string>): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  return socket;
}

/** Status, headers and body of a raw answer. */
export function parseAnswer(raw: string) {
  const [head, body] = raw.split('\r\n\r\n', 2) as [string, string];
  const [statusLine, ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
  return { status: Number(statusLine!.split(' ')[1]), headers, body };
}
