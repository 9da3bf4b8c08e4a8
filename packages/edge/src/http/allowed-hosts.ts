import { isLoopback } from '@heliograph/runtime';
import type { IncomingMessage } from 'node:http';
import { MAPPED_IPV4 } from './client-address';

/** A name or an address, optionally with a port (RFC 9110, section 7.2); excludes all other parts of a URL. */
const AUTHORITY = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/;
/** As one of the names, allows every name. */
const ANY = '*';

/**
 * The host names a program answers to. Refuses a browser led here by someone else's name (DNS rebinding), and a
 * misconfigured proxy. Ports are ignored: a forwarded one differs from the program's.
 */
export class AllowedHosts {
  private readonly names: ReadonlySet<string>;

  /**
   * @param names in addition to loopback: hosts, `host:port`, or URLs; undefined ones are ignored, `*` allows every
   *   name.
   */
  constructor(names: readonly (string | undefined)[]) {
    this.names = new Set(names.filter((name) => name !== undefined).map(hostOf));
  }

  /**
   * Whether a host is one of the names, a loopback name, or the address the connection was made to.
   *
   * @param hostName see {@link hostNameOf}.
   */
  includes(hostName: string, { socket }: Pick<IncomingMessage, 'socket'>): boolean {
    return (
      this.names.has(hostName) ||
      isLoopback(hostName) ||
      this.names.has(ANY) ||
      hostName === bracketed((socket.localAddress ?? '').replace(MAPPED_IPV4, ''))
    );
  }
}

/** The host of an authority, in lower case, without port and trailing dot. @returns undefined if invalid. */
export function hostNameOf(authority: string): string | undefined {
  return AUTHORITY.exec(authority.toLowerCase())?.[1]?.replace(/\.$/, '');
}

function hostOf(name: string): string {
  if (name === ANY) return ANY;
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(name)?.[1] ?? bracketed(name);
  return hostNameOf(authority) ?? '';
}

/** An IPv6 address as in URLs; anything else unchanged. */
function bracketed(address: string): string {
  return (address.match(/:/g)?.length ?? 0) > 1 && !address.startsWith('[') ? `[${address}]` : address;
}
