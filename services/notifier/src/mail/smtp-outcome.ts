/** The outcome of an attempt. */
export type MailOutcome =
  | { kind: 'sent' }
  /** The address was refused permanently. @see MailRefusal */
  | { kind: 'refused'; status: number | undefined }
  /** It may work later. The reason is worded for operators, without the server's text. */
  | { kind: 'failed'; reason: string };

/** How the SMTP library reports a failure. */
export interface SmtpError extends Error {
  code?: string;
  /** Of Node.js: ECONNREFUSED, DEPTH_ZERO_SELF_SIGNED_CERT. */
  originalCode?: string;
  /** The SMTP step. */
  command?: string;
  responseCode?: number;
  response?: string;
}

/** The server took too long. */
export class LateError extends Error {}

/** The server closed the connection. */
export class ClosedError extends Error {}

/** An enhanced status code (RFC 3463): class, subject, and detail. */
const ENHANCED = /^5\d\d[ -]5\.(\d{1,3})\.(\d{1,3})/;
/** Subjects that concern the recipient: the address, the mailbox; and before the content was sent, the route to it. */
const OF_RECIPIENT = { 'RCPT TO': ['1', '2', '4'], DATA: ['1', '2'] };
/** Details of the address that concern the sender, which many servers check only at the recipient (5.1.7, 5.1.8). */
const OF_SENDER = ['7', '8'];

/** What a failed attempt means. */
export function failureOf(error: SmtpError): Exclude<MailOutcome, { kind: 'sent' }> {
  if (error instanceof LateError) return { kind: 'failed', reason: 'the mail server took too long' };
  const { code = 'closed', originalCode = code, command, responseCode } = error;
  if (responseCode === undefined) {
    return { kind: 'failed', reason: `no answer from the mail server (${originalCode})` };
  }
  if (isAboutRecipient(error)) return { kind: 'refused', status: responseCode };
  return { kind: 'failed', reason: `the mail server answered ${responseCode} to ${command || 'us'}` };
}

/**
 * Whether the address is refused for good, rather than sender, content, or installation: such a response to one email
 * would come to all, and stop the email of every account. Only an enhanced code tells: Exim refuses an unknown mailbox,
 * sender, and client alike with 550.
 */
function isAboutRecipient({ command, responseCode = 0, response = '' }: SmtpError): boolean {
  if (responseCode < 500 || responseCode >= 600) return false;
  if (command !== 'RCPT TO' && command !== 'DATA') return false;
  const [, subject = '0', detail = '0'] = ENHANCED.exec(response) ?? [];
  const isOfSender = subject === '1' && OF_SENDER.includes(detail);
  return OF_RECIPIENT[command].includes(subject) && !isOfSender;
}
