import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailText } from '../domain/mail-text';
import { isPlainAddress } from '../domain/mail-address';
import type { SmtpServer } from './smtp-url';

/** A mail to one person. */
interface Mail extends MailText {
  /** A UUID: servers and mail programs recognize a repetition by the Message-ID. */
  id: string;
  to: string;
  /** Of the Date header. */
  at: Date;
  /** Undefined where nothing can be stopped. */
  unsubscribeUrl?: string;
}

/** What came of an attempt. */
export type MailOutcome =
  | { kind: 'sent' }
  /** The address, permanently. @see MailRefusal */
  | { kind: 'refused'; status: number | undefined }
  /** It may work later. In words for operators, without what servers say. */
  | { kind: 'failed'; reason: string };

interface SmtpSettings {
  server: SmtpServer;
  from: { name: string; address: string };
  /** For connection, login and mail together. */
  timeoutMs: number;
}

/** Of one response of the server. */
const MAXIMUM_RESPONSE_BYTES = 65_536;
/** How long a server may take to close its end. */
const CLOSE_MS = 1_000;
/** The steps that are about the recipient and the mail; others are about the sender or the server. */
const STEPS_OF_ADDRESS = ['RCPT TO', 'DATA'];
/** RFC 3463: a policy, such as "relay access denied", which is more likely about us than about the recipient. */
const POLICY = /^5\d\d[ -]5\.7\./;

/** Hands mails in, each over a connection of its own. */
export class SmtpClient {
  constructor(private readonly settings: SmtpSettings) {}

  /** Never rejects. Ends by the timeout, whatever the server does. */
  async send(mail: Mail): Promise<MailOutcome> {
    // Nothing else gets into a header or an SMTP command.
    if (!isPlainAddress(mail.to)) return { kind: 'refused', status: undefined };
    try {
      await this.handIn(mail.to, await this.written(mail));
      return { kind: 'sent' };
    } catch (error) {
      return outcomeOf(error as SmtpError);
    }
  }

  private written(mail: Mail): Promise<Buffer> {
    const { from } = this.settings;
    return new MailComposer({
      from,
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      date: mail.at,
      messageId: `<${mail.id}@${from.address.split('@')[1]!}>`,
      headers: {
        // RFC 8058. As it is: folding would break the URL.
        ...(mail.unsubscribeUrl !== undefined && {
          'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribeUrl}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        }),
        // RFC 3834: no automatic replies.
        'Auto-Submitted': 'auto-generated',
      },
      disableFileAccess: true,
      disableUrlAccess: true,
    })
      .compile()
      .build();
  }

  private handIn(to: string, message: Buffer): Promise<void> {
    const { server, from, timeoutMs } = this.settings;
    // The library's timeouts start again with each byte, so a slow server could hold on for hours: they only end what
    // comes after the answer.
    const laterMs = 2 * timeoutMs;
    return new Promise((done, fail) => {
      const connection = new SMTPConnection({
        host: server.host,
        port: server.port,
        // A pod's own name says nothing to others.
        name: from.address.split('@')[1],
        secure: server.isTls,
        // A password is never sent in the clear.
        requireTLS: server.login !== undefined && !server.isTls,
        connectionTimeout: laterMs,
        greetingTimeout: laterMs,
        socketTimeout: laterMs,
        dnsTimeout: laterMs,
        socketCloseTimeout: CLOSE_MS,
        maxResponseSize: MAXIMUM_RESPONSE_BYTES,
        logger: false,
      });
      const timer = setTimeout(() => {
        fail(new LateError());
        connection.close();
      }, timeoutMs);
      const finish = (error?: Error | null) => {
        clearTimeout(timer);
        if (!error) {
          done();
          connection.quit();
          return;
        }
        fail(error);
        connection.close();
      };
      connection.on('error', finish);
      connection.on('end', () => finish(new ClosedError()));
      const send = () =>
        connection.send({ from: from.address, to: [to], size: message.length }, message, (error) =>
          finish(error),
        );
      connection.connect((error) => {
        if (error) finish(error);
        else if (!server.login) send();
        else {
          const { user, password: pass } = server.login;
          connection.login({ user, pass }, (refused) => (refused ? finish(refused) : send()));
        }
      });
    });
  }
}

interface SmtpError extends Error {
  code?: string;
  /** The step. */
  command?: string;
  responseCode?: number;
  response?: string;
}

class LateError extends Error {}

class ClosedError extends Error {}

function outcomeOf(error: SmtpError): MailOutcome {
  if (error instanceof LateError) return { kind: 'failed', reason: 'the mail server took too long' };
  const { code, command = '', responseCode } = error;
  if (responseCode === undefined) {
    return { kind: 'failed', reason: `no answer from the mail server (${code ?? 'closed'})` };
  }
  const isPermanent = responseCode >= 500 && responseCode < 600 && !POLICY.test(error.response ?? '');
  if (isPermanent && STEPS_OF_ADDRESS.includes(command)) return { kind: 'refused', status: responseCode };
  return { kind: 'failed', reason: `the mail server answered ${responseCode} to ${command || 'us'}` };
}
