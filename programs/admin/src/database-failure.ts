import { describeServers, parseDatabaseUrl } from '@heliograph/postgres';

/** Connection failures before PostgreSQL responds, by system error code. */
const CONNECTION_ISSUES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'unknown host name',
  EAI_AGAIN: 'the host name could not be looked up: does DNS answer?',
  ECONNREFUSED: 'nothing is listening there',
  ETIMEDOUT: 'no answer: does a firewall or a network policy let this through?',
  EHOSTUNREACH: 'no route to that address',
  ENETUNREACH: 'no route to that network',
  NO_PRIMARY: 'no server is the primary now',
};

/** The server stops, crashed, or starts; a system code, if more was written before its message was read. */
const LOST_CONNECTION_CODES = new Set(['57P01', '57P02', '57P03', 'ECONNRESET', 'EPIPE']);

export const LOST_CONNECTION = 'the connection to the database was lost (it was restarted or failed over)';

/** The failure of a database, by SQLSTATE, system error code, or the driver's message if it has no code. */
interface DatabaseFailure {
  code?: string;
  message?: string;
}

/** Whether an established connection was lost. */
export function isLostConnection(error: unknown): boolean {
  const { code, message = '' } = error as DatabaseFailure;
  if (code !== undefined) return LOST_CONNECTION_CODES.has(code);
  return message === 'Connection terminated unexpectedly' || message.endsWith('is not queryable');
}

/**
 * Describes database failures that have a remedy.
 *
 * @returns undefined for any other failure.
 */
export function describeDatabaseFailure(
  { code, message }: DatabaseFailure,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const place = placeOf(environment);
  const issue = message === 'timeout expired' ? CONNECTION_ISSUES.ETIMEDOUT : CONNECTION_ISSUES[code ?? ''];
  if (issue !== undefined) {
    const remedy = place === undefined ? 'start the system with "npm start"' : `check ${place.variable}`;
    return `the database${place ? ` at ${place.host}` : ''} cannot be reached (${code ?? 'timeout'}: ${issue}): ${remedy}`;
  }
  if (isLostConnection({ code, message })) {
    // The code alone does not tell a reset of an established connection from a proxy without a server.
    const check = code === 'ECONNRESET' && place ? `; if this repeats, check ${place.variable}` : '';
    return `${LOST_CONNECTION}: once it is up, run this again${check}`;
  }
  switch (code) {
    case '42P01':
    case '3F000':
      return 'the database has no catalog yet: run "heliograph-admin migrate"';
    case '28P01':
    case '28000':
      // PostgreSQL's message names the user, but never the password.
      return `the database refuses this program (${message}): ${place ? 'check the user and password in DATABASE_URL and DATABASE_URL_CATALOG' : 'stop the system and start it again'}`;
    case '3D000':
      return 'the database of DATABASE_URL does not exist: run "heliograph-admin migrate" as a user who may create it';
    case '53100':
      return 'the disk of the database is full';
    default:
      return undefined;
  }
}

/** The database variable in use, and its host and port; undefined when the running system's database is used. */
function placeOf(environment: NodeJS.ProcessEnv): { variable: string; host: string } | undefined {
  const variable = ['DATABASE_URL', 'DATABASE_URL_CATALOG'].find((name) => environment[name]);
  const url = variable === undefined ? '' : environment[variable]!;
  const parsed = parseDatabaseUrl(url);
  if (variable === undefined || !parsed) return undefined;
  return { variable, host: describeServers(parsed.servers) };
}
