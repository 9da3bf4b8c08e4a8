import { SEMANTIC_CLIENT_VERSION } from '@heliograph/contract';

/** `signals-cli/X.Y.Z` as the first product of a User-Agent (RFC 9110, section 10.1.5), with SemVer's suffixes. */
const CLIENT =
  /^signals-cli\/(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?(?=$|[ \t])/;

const FIRST = SEMANTIC_CLIENT_VERSION.split('.').map(Number);

/**
 * The command-line client's version, if too old for semantic search. Only a client that identifies as `signals-cli`
 * with a version can be too old: other programs, and absent or unreadable User-Agents, are let through, because this
 * check is a courtesy and protects nothing. A pre-release precedes its release (SemVer, rule 11).
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
