/** Where a PostgreSQL server listens. */
export interface DatabaseServer {
  /** A name, an address, or the directory of a Unix socket. */
  host: string;
  port: number;
}

/** A connection string in libpq's format ("Connection URIs"), which may name several servers. */
export interface DatabaseUrl {
  /** For the first server, as the URL class and the driver read it. */
  first: URL;
  servers: readonly DatabaseServer[];
  /** `target_session_attrs=prefer-standby`: a standby if one answers, otherwise the primary. */
  prefersStandby: boolean;
}

const DEFAULT_PORT = 5432;
const SESSION_ATTRIBUTE = 'target_session_attrs';

/** The text before the servers, the servers, and the text after them. A password's `@` and `/` are percent-encoded. */
const SERVER_LIST = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^@/?#]*)(.*)$/s;

/**
 * Reads `postgresql://user:password@host1:port1,host2:port2/database`.
 *
 * @returns undefined if invalid. Don't repeat the text in a message: it may contain a password.
 */
export function parseDatabaseUrl(text: string): DatabaseUrl | undefined {
  const [, before, list, after] = SERVER_LIST.exec(text) ?? [];
  if (before === undefined || list === undefined || after === undefined) return undefined;
  const urls = list.split(',').map((server) => `${before}${server}${after}`);
  if (!urls.every((url) => URL.canParse(url))) return undefined;
  const [first, ...others] = urls.map((url) => new URL(url));
  const prefersStandby = first!.searchParams.get(SESSION_ATTRIBUTE) === 'prefer-standby';
  first!.searchParams.delete(SESSION_ATTRIBUTE);
  return { first: first!, servers: [first!, ...others].map(serverOf), prefersStandby };
}

/** Edits everything but the servers. @throws TypeError for text that {@link parseDatabaseUrl} cannot read. */
export function editDatabaseUrl(text: string, edit: (url: URL) => void): string {
  const list = SERVER_LIST.exec(text)?.[2];
  if (list === undefined) throw new TypeError('not a PostgreSQL connection string');
  // A URL has one server, so the others are set aside while it is edited.
  const url = new URL(text.replace(SERVER_LIST, `$1${list.split(',')[0]}$3`));
  edit(url);
  return url.toString().replace(SERVER_LIST, (_text, before, _server, after) => `${before}${list}${after}`);
}

/** Servers and database, without user and password, such as `db1:5432, db2:5432/heliograph`. */
export function describeDatabase(text: string): string {
  const url = parseDatabaseUrl(text);
  return url
    ? `${describeServers(url.servers)}${url.first.pathname.replace(/^\/$/, '')}`
    : 'of an unreadable address';
}

/** The servers in readable form, such as `db1:5432, db2:5432`. */
export function describeServers(servers: readonly DatabaseServer[]): string {
  return servers.map(({ host, port }) => `${host}:${port}`).join(', ');
}

function serverOf({ hostname, port, searchParams }: URL): DatabaseServer {
  return {
    host: searchParams.get('host') ?? (decodeURIComponent(hostname.replace(/^\[|\]$/g, '')) || 'localhost'),
    port: Number(port || DEFAULT_PORT),
  };
}
