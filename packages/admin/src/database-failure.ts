/** The message of `pg` when a connection is not made within its time-out; the error has no code. */
const CONNECT_TIMEOUT_MESSAGE = 'timeout expired';

const UNREACHABLE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name is not known',
  EAI_AGAIN: 'the name could not be looked up',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  ETIMEDOUT: 'no answer in time',
};

/**
 * What is wrong with the database and what to do about it, in one line; undefined for anything else.
 *
 * @param databaseUrl DATABASE_URL where it is set. Its host and user are named, never its password.
 */
export function describeDatabaseFailure(error: unknown, databaseUrl?: string): string | undefined {
  // By shape rather than by class: errors of the runtime itself may belong to another realm.
  const { code = '', message = '' } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as NodeJS.ErrnoException;
  const reason = UNREACHABLE[code];
  if (reason !== undefined) return unreachable(`${code}: ${reason}`, databaseUrl);
  if (message === CONNECT_TIMEOUT_MESSAGE) return unreachable('no answer in time', databaseUrl);
  switch (code) {
    case '42P01':
    case '3F000':
      return 'the database has no catalog yet: run "heliograph-admin migrate"';
    case '28P01':
    case '28000':
      return passwordRefused(message, databaseUrl);
    case '3D000':
      return 'the database of DATABASE_URL does not exist: run "heliograph-admin migrate" as a user who may create it';
    case '53100':
      return 'the disk of the database is full';
    default:
      return undefined;
  }
}

function unreachable(reason: string, databaseUrl: string | undefined): string {
  const url = parse(databaseUrl);
  return url
    ? `the database at ${url.hostname}:${url.port || '5432'} cannot be reached (${reason}): check DATABASE_URL, DNS and network policies`
    : `the database cannot be reached (${reason}): start the system with "npm start", or set DATABASE_URL`;
}

function passwordRefused(message: string, databaseUrl: string | undefined): string {
  const user = decodeURIComponent(parse(databaseUrl)?.username ?? '');
  if (user !== '' && message.includes(`"${user}"`)) {
    return `the database refuses the password of the user ${user}: check DATABASE_URL`;
  }
  return 'the database refuses the password: INTERNAL_SECRET must be the one the installation was made with';
}

function parse(databaseUrl: string | undefined): URL | undefined {
  return databaseUrl !== undefined && URL.canParse(databaseUrl) ? new URL(databaseUrl) : undefined;
}
