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

/** Variables that name the database, the one that commands prefer first. */
const VARIABLES = ['DATABASE_URL_CATALOG', 'DATABASE_URL'] as const;

/**
 * What is wrong with the database and what to do about it, in one line; undefined for anything else.
 *
 * @param environment whose variables may name the database. Host and user are told, never a password.
 */
export function describeDatabaseFailure(
  error: unknown,
  environment: NodeJS.ProcessEnv = {},
): string | undefined {
  // By shape rather than by class: errors of the runtime itself may belong to another realm.
  const { code = '', message = '' } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as NodeJS.ErrnoException;
  const reason = UNREACHABLE[code];
  if (reason !== undefined) return unreachable(`${code}: ${reason}`, environment);
  if (message === CONNECT_TIMEOUT_MESSAGE) return unreachable('no answer in time', environment);
  switch (code) {
    case '42P01':
    case '3F000':
      return 'the database has no catalog yet: run "heliograph-admin migrate"';
    case '28P01':
    case '28000':
      return passwordRefused(message, environment);
    case '3D000':
      return 'the database of DATABASE_URL does not exist: run "heliograph-admin migrate" as a user who may create it';
    case '53100':
      return 'the disk of the database is full';
    default:
      return undefined;
  }
}

function unreachable(reason: string, environment: NodeJS.ProcessEnv): string {
  const [named] = namedDatabases(environment);
  return named
    ? `the database at ${named.url.hostname}:${named.url.port || '5432'} cannot be reached (${reason}): check ${named.variable}, DNS and network policies`
    : `the database cannot be reached (${reason}): start the system with "npm start", or set ${VARIABLES[0]}`;
}

function passwordRefused(message: string, environment: NodeJS.ProcessEnv): string {
  const named = namedDatabases(environment).find(({ user }) => message.includes(`"${user}"`));
  return named
    ? `the database refuses the password of the user ${named.user}: check ${named.variable}`
    : 'the database refuses the password';
}

function namedDatabases(environment: NodeJS.ProcessEnv) {
  return VARIABLES.flatMap((variable) => {
    const value = environment[variable];
    if (!value || !URL.canParse(value)) return [];
    const url = new URL(value);
    return [{ variable, url, user: decodeURIComponent(url.username) }];
  });
}
