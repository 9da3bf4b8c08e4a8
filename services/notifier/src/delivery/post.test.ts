import { CERTIFICATE, CERTIFICATE_KEY, startBeforeEach } from '@heliograph/testing';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { post } from './post';

/** Answers with raw text, and then does no more than the test says. */
const receiver = startBeforeEach(async () => {
  const sockets = new Set<Socket>();
  const answer = { with: (_socket: Socket): void => undefined };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('data', () => answer.with(socket));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => server.close(done));
  };
  return { answer, url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`), stop };
});

const send = (url = receiver.url) =>
  post({
    url,
    headers: {},
    body: '{}',
    allowedHosts: ['127.0.0.1'],
    resolve: () => Promise.resolve([]),
    timeoutMs: 60_000,
  });

it('takes the status of a response whose body does not end, and closes its connection', async () => {
  const closed = new Promise((done) => {
    receiver.answer.with = (socket) => {
      socket.on('close', done);
      socket.write('HTTP/1.1 202 Accepted\r\nContent-Length: 10\r\n\r\n');
    };
  });
  expect(await send()).toEqual({ status: 202 });
  await closed;
});

it('takes the status of a response whose body is cut short', async () => {
  receiver.answer.with = (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc');
  expect(await send()).toEqual({ status: 200 });
});

it.each(['', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'])(
  'takes the status of an upgrade, and closes its connection (%j)',
  async (headers) => {
    const closed = new Promise((done) => {
      receiver.answer.with = (socket) => {
        socket.on('close', done);
        socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`);
      };
    });
    expect(await send()).toEqual({ status: 101 });
    await closed;
  },
);

it('takes Retry-After as sent', async () => {
  receiver.answer.with = (socket) =>
    socket.end('HTTP/1.1 503 Service Unavailable\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n');
  expect(await send()).toEqual({ status: 503, retryAfter: '120' });
});

it('has no status if the connection is closed before the headers end', async () => {
  receiver.answer.with = (socket) => socket.end('HTTP/1.1 200 OK\r\n');
  expect(await send()).toEqual({ failure: 'The connection was closed before there was a response.' });
});

describe('over TLS', () => {
  it('says what a certificate that is not accepted lacks', async () => {
    const server: Server = createTlsServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    expect(await send(new URL(`https://127.0.0.1:${port}/`))).toEqual({
      failure:
        'The TLS certificate was not accepted: it must be valid now, name the host, and come from a public authority, with its intermediate certificates.',
    });
    await new Promise((done) => server.close(done));
  });

  it('has no status if the receiver does not speak TLS', async () => {
    receiver.answer.with = (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
    const url = new URL(receiver.url);
    url.protocol = 'https:';
    expect(await send(url)).toEqual({ failure: 'The TLS connection could not be established.' });
  });
});
