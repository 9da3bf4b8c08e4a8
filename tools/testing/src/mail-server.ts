import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { SMTPServer } from 'smtp-server';
import { CERTIFICATE, CERTIFICATE_KEY } from './certificate';

interface ReceivedMail {
  to: string;
  /** Unfolded. */
  headers: string;
  /** The whole message, decoded from quoted-printable. */
  body: string;
  messageId: string;
}

/** A mail server that accepts everything unless told otherwise. */
export class TestMailServer {
  readonly received: ReceivedMail[] = [];
  /** Its reply to a recipient; undefined for 250. */
  answerTo: (recipient: string) => { code: number; text: string } | undefined = () => undefined;
  /** Runs after reading an email, before the reply: an error becomes the reply; a promise that never settles hangs. */
  beforeAnswer: (mail: ReceivedMail) => Promise<void> = () => Promise.resolve();
  readonly logins: string[] = [];
  /** Emails received over TLS. */
  encrypted = 0;

  private constructor(private readonly server: SMTPServer) {}

  /** Listens on loopback. @param withTls offers STARTTLS, with {@link CERTIFICATE}. */
  static async start({ withTls = false } = {}): Promise<TestMailServer> {
    // Loaded on demand: it is large, and few tests need it.
    const { SMTPServer: Server } = await import('smtp-server');
    const server = new Server({
      authOptional: true,
      allowInsecureAuth: true,
      ...(withTls ? { cert: CERTIFICATE, key: CERTIFICATE_KEY } : { disabledCommands: ['STARTTLS'] }),
      disableReverseLookup: true,
      closeTimeout: 100,
      onAuth: ({ username }, _session, done) => {
        started.logins.push(username ?? '');
        done(null, { user: username });
      },
      onRcptTo: ({ address }, _session, done) => {
        const response = started.answerTo(address);
        done(response && Object.assign(new Error(response.text), { responseCode: response.code }));
      },
      onData: (stream, { envelope, secure }, done) => {
        void text(stream)
          .then(async (message) => {
            const mail = mailOf(envelope.rcptTo[0]!.address, message);
            await started.beforeAnswer(mail);
            started.received.push(mail);
            if (secure) started.encrypted += 1;
          })
          .then(
            () => done(),
            (error: Error) => done(error),
          );
      },
    });
    const started = new TestMailServer(server);
    // Clients may abort their connections.
    server.on('error', () => undefined);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return started;
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Drops all connections without a reply. */
  drop(): void {
    for (const connection of this.server.connections) {
      (connection as unknown as { _socket: Socket })._socket.destroy();
    }
  }

  async stop(): Promise<void> {
    this.drop();
    await new Promise<void>((done) => this.server.close(done));
  }
}

function mailOf(to: string, message: string): ReceivedMail {
  const end = message.indexOf('\r\n\r\n');
  const headers = message.slice(0, end).replaceAll(/\r\n[ \t]+/g, ' ');
  const body = message
    .slice(end)
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return { to, headers, body, messageId: /^Message-ID: (.+)$/im.exec(headers)![1]! };
}

/** A server that calls `handle` for each connection. */
export async function startBrokenServer(handle: (socket: Socket) => void): Promise<{ url: string } & Server> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    handle(socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const close = server.close.bind(server);
  return Object.assign(server, {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: (done?: (error?: Error) => void) => {
      for (const socket of sockets) socket.destroy();
      return close(done);
    },
  });
}
