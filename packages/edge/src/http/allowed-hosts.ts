import type { IncomingMessage } from 'node:http';
import { MAPPED_IPV4 } from './client-address';

/** Names of this machine for itself. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
/** A name or an address, perhaps with a port (RFC 9110, section 7.2); nothing that belongs into other parts of a URL. */
const AUTHORITY = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/;
/** Among the names: every name is allowed. */
const ANY = '*';

/**
 * The names under which a program may be asked. A browser led here by a name of another owner (DNS rebinding) is
 * refused, and so is a proxy that is set up wrongly. Ports do not count: a forwarded one is another than the program's.
 */
export class AllowedHosts {
  private readonly names: ReadonlySet<string>;

  /** @param names besides loopback: hosts, `host:port` or URLs; undefined ones are left out, `*` allows every name. */
  constructor(names: readonly (string | undefined)[]) {
    this.names = new Set(names.filter((name) => name !== undefined).map(hostOf));
  }

  /**
   * Whether a host is one of the names, of this machine for itself, or the address that the connection was made to.
   *
   * @param authority of a Host header or of a target in absolute form; see {@link hostNameOf}.
   */
  includes(hostName: string, { socket }: Pick<IncomingMessage, 'socket'>): boolean {
    return (
      this.names.has(hostName) ||
      LOOPBACK.test(hostName) ||
      this.names.has(ANY) ||
      hostName === bracketed((socket.localAddress ?? '').replace(MAPPED_IPV4, ''))
    );
  }
}

/** The host of an authority, in lower case, without port and final dot. @returns undefined when it is none. */
export function hostNameOf(authority: string): string | undefined {
  return AUTHORITY.exec(authority.toLowerCase())?.[1]?.replace(/\.$/, '');
}

function hostOf(name: string): string {
  if (name === ANY) return ANY;
  const authority = /^[a-z]+:\/\/([^/?#]*)/i.exec(name)?.[1] ?? bracketed(name);
  return hostNameOf(authority) ?? '';
}

/** An IPv6 address as URLs have it; anything else as it is. */
function bracketed(address: string): string {
  return (address.match(/:/g)?.length ?? 0) > 1 && !address.startsWith('[') ? `[${address}]` : address;
}
