/** The server that mail is submitted to. */
export interface SmtpServer {
  host: string;
  port: number;
  /** TLS from the start rather than with STARTTLS. */
  isTls: boolean;
  login: { user: string; password: string } | undefined;
}

const SUBMISSION_PORT = 587;
const TLS_PORT = 465;

/**
 * Parses `smtp://` or `smtps://` with a host, optionally user and password, and optionally a port. Undefined for any
 * other form.
 */
export function smtpServerOf(text: string): SmtpServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isTls = url.protocol === 'smtps:';
  if (!isTls && url.protocol !== 'smtp:') return undefined;
  const isBare = ['', '/'].includes(url.pathname) && url.search === '' && url.hash === '';
  const hasBoth = (url.username === '') === (url.password === '');
  if (!isBare || !hasBoth || url.hostname === '') return undefined;
  try {
    const [user, password] = [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    return {
      // Only URLs put IPv6 addresses in brackets.
      host: decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, '$1'),
      port: Number(url.port) || (isTls ? TLS_PORT : SUBMISSION_PORT),
      isTls,
      login: user === '' ? undefined : { user, password },
    };
  } catch {
    return undefined;
  }
}
