import { connect, type Socket } from 'node:net';

/**
 * Sends raw bytes and collects the response until the other side closes.
 *
 * @param options.half closes the sending side afterwards, like a client that disconnects.
 */
export async function exchangeBytes(
  port: number,
  bytes: string | Buffer,
  options: { half?: boolean } = {},
): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const received: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => received.push(chunk));
  // A reset after the response is fine.
  socket.on('error', () => undefined);
  if (options.half) socket.end(bytes);
  else socket.write(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return Buffer.concat(received).toString('latin1');
}

/**
 * A request on a new connection, which stays open until destroyed.
 *
 * @param begun the beginning of a body.
 */
export function openRequest(
  port: number,
  path: string,
  headers: Record<string, string>,
  { method = 'GET', begun = '' } = {},
): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const lines = Object.entries({ host: 'localhost', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${begun}`);
  return socket;
}

/** A raw response's status, headers, and body. */
export function parseAnswer(raw: string) {
  const [head, body] = raw.split('\r\n\r\n', 2) as [string, string];
  const [statusLine, ...lines] = head.split('\r\n');
  const headers = new Headers(lines.map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]));
  return { status: Number(statusLine!.split(' ')[1]), headers, body };
}
