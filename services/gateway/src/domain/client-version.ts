/** `signals-cli/X.Y.Z` as the first product of a User-Agent (RFC 9110, section 10.1.5), with what SemVer puts behind. */
const CLIENT =
  /^signals-cli\/(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?(?=$|[ \t])/;

/** The first version of the client that may search by meaning (the interface, "Versioning", rule 3). */
export const SEMANTIC_CLIENT_VERSION = '0.3.0';

/**
 * The version of the command-line client that a request names, when it is too old to search by meaning. Only a client that
 * says that it is `signals-cli`, and of which version, can be too old: another program at this interface, a User-Agent that
 * is absent or one that cannot be read is let through, since the version is a courtesy of the client and guards nothing.
 * A pre-release comes before its release (SemVer, rule 11).
 */
export function outdatedClientVersion(userAgent: string | undefined): string | undefined {
  const match = CLIENT.exec(userAgent ?? '');
  if (!match) return undefined;
  const [major, minor, patch] = match.slice(1, 4).map(Number) as [number, number, number];
  const isOlder = major === 0 && (minor < 3 || (minor === 3 && patch === 0 && match[4] !== undefined));
  return isOlder ? `${major}.${minor}.${patch}${match[4] ?? ''}` : undefined;
}
