import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { Readable } from 'node:stream';
import type { MailText } from '../domain/mail-text';
import { isPlainAddress } from '../domain/mail-address';
import { ClosedError, failureOf, LateError, type MailOutcome, type SmtpError } from './smtp-outcome';
import type { SmtpServer } from './smtp-url';

/** An email to one person. */
interface Mail extends MailText {
  /** A UUID for the Message-ID, by which servers and mail clients recognize a repetition. */
  id: string;
  to: string;
  /** For the Date header. */
  at: Date;
  /** Undefined if there is nothing to unsubscribe from. */
  unsubscribeUrl?: string;
}

interface SmtpSettings {
  server: SmtpServer;
  from: { name: string; address: string };
  /** Covers connection, login, and submission. */
  timeoutMs: number;
  /** Covers the response to the whole email. */
  answerTimeoutMs: number;
}

/** Maximum length of one server response. */
const MAXIMUM_RESPONSE_BYTES = 65_536;
/** How long a server may take to close its end. */
const CLOSE_MS = 1_000;

/** Submits emails, each over its own connection. */
export class SmtpClient {
  constructor(private readonly settings: SmtpSettings) {}

  /** Never rejects. Ends by the timeouts, whatever the server does. */
  async send(mail: Mail): Promise<MailOutcome> {
    // Nothing else may get into a header or an SMTP command.
    if (!isPlainAddress(mail.to)) return { kind: 'refused', status: undefined };
    try {
      await this.submit(mail.to, await this.written(mail));
      return { kind: 'sent' };
    } catch (error) {
      return failureOf(error as SmtpError);
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
        // RFC 8058. Prepared, because folding would break the URL.
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

  private submit(to: string, message: Buffer): Promise<void> {
    const { server, from, timeoutMs, answerTimeoutMs } = this.settings;
    // The library's timeouts restart with each byte, so a slow server could hold on for hours. They only end what comes
    // after the response.
    const laterMs = 2 * (timeoutMs + answerTimeoutMs);
    return new Promise((done, fail) => {
      const connection = new SMTPConnection({
        host: server.host,
        port: server.port,
        // A pod's own name means nothing to others.
        name: from.address.split('@')[1],
        secure: server.isTls,
        // A password is never sent in the clear.
        requireTLS: server.login !== undefined && !server.isTls,
        // Where a server without STARTTLS would get the email in the clear, any certificate is better: RFC 7435.
        tls: { rejectUnauthorized: server.isTls || server.login !== undefined },
        connectionTimeout: laterMs,
        greetingTimeout: laterMs,
        socketTimeout: laterMs,
        dnsTimeout: laterMs,
        socketCloseTimeout: CLOSE_MS,
        maxResponseSize: MAXIMUM_RESPONSE_BYTES,
        logger: false,
      });
      const giveUp = () => {
        fail(new LateError());
        connection.close();
      };
      let timer = setTimeout(giveUp, timeoutMs);
      const body = Readable.from(message).once('end', () => {
        clearTimeout(timer);
        timer = setTimeout(giveUp, answerTimeoutMs);
      });
      const finish = (error?: Error | null) => {
        clearTimeout(timer);
        body.destroy();
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
        connection.send({ from: from.address, to: [to], size: message.length }, body, (error) =>
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
