import { SEMANTIC_CLIENT_VERSION } from '@heliograph/contract';

/** `signals-cli/X.Y.Z` as the first product of a User-Agent (RFC 9110, section 10.1.5), with what SemVer puts behind. */
const CLIENT =
  /^signals-cli\/(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?(?=$|[ \t])/;

const FIRST = SEMANTIC_CLIENT_VERSION.split('.').map(Number);

/**
 * The version of the command-line client that a request names, when it is too old to search by meaning. Only a client that
 * says that it is `signals-cli`, and of which version, can be too old: another program at this interface, a User-Agent that
 * is absent or one that cannot be read is let through, since the version is a courtesy of the client and guards nothing.
 * A pre-release comes before its release (SemVer, rule 11).
 */
export function outdatedClientVersion(userAgent: string | undefined): string | undefined {
  const match = CLIENT.exec(userAgent ?? '');
  if (!match) return undefined;
  const version = match.slice(1, 4).map(Number);
  const at = version.findIndex((part, index) => part !== FIRST[index]);
  const isOlder = at === -1 ? match[4] !== undefined : version[at]! < FIRST[at]!;
  const [major, minor, patch] = version;
  return isOlder ? `${major}.${minor}.${patch}${match[4] ?? ''}` : undefined;
}
