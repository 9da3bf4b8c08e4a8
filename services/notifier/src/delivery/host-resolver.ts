import { withinTime } from '@heliograph/runtime';
import type { LookupAddress } from 'node:dns';
import { CANCELLED, lookup, Resolver, TIMEOUT } from 'node:dns/promises';

/** @param isAllowed whether the operator allows webhooks to this host, whatever its addresses. */
export type Resolve = (host: string, isAllowed: boolean) => Promise<readonly LookupAddress[]>;

/** A host has no address that is known now: none exists, its name servers are silent, or too many are looked up. */
export class UnresolvedError extends Error {
  constructor(
    readonly reason: 'unknown' | 'late' | 'busy',
    options?: ErrorOptions,
  ) {
    super(`the host could not be resolved: ${reason}`, options);
    this.name = 'UnresolvedError';
  }
}

interface HostResolverParts {
  /** For a look-up, however many name servers and tries it takes. */
  timeoutMs: number;
  /** Addresses with ports; by default those of the system. */
  nameServers: readonly string[] | undefined;
}

/** In progress: each takes some 20 KB and a socket for each name server. As many as there are deliveries at once. */
export const MAXIMUM_LOOK_UPS = 512;
/** A silent server is asked again after this, then after twice as long: the first of two may be down. */
const PATIENCE = { timeout: 1_000, tries: 3 };

/**
 * Looks hosts up. Those that users choose are asked of name servers only: `dns.lookup` takes a thread, of which a few
 * names with silent servers would hold all for minutes.
 */
export class HostResolver {
  private running = 0;
  /** Look-ups of allowed hosts, which cannot be canceled, are shared: no more than there are such hosts. */
  private readonly shared = new Map<string, Promise<readonly LookupAddress[]>>();

  constructor(private readonly parts: HostResolverParts) {}

  /** @throws UnresolvedError after `timeoutMs` at the latest. */
  readonly resolve: Resolve = (host, isAllowed) =>
    isAllowed ? this.bySystem(host) : this.byNameServers(host);

  /** Operators may name hosts of `/etc/hosts` or of a search domain. */
  private async bySystem(host: string): Promise<readonly LookupAddress[]> {
    const asking =
      this.shared.get(host) ?? lookup(host, { all: true }).finally(() => this.shared.delete(host));
    this.shared.set(host, asking);
    try {
      return await withinTime(asking, this.parts.timeoutMs, () => new UnresolvedError('late'));
    } catch (cause) {
      throw cause instanceof UnresolvedError ? cause : new UnresolvedError('unknown', { cause });
    }
  }

  /** One family suffices: the other may not exist, or its queries may be dropped, as some servers do with AAAA. */
  private async byNameServers(host: string): Promise<readonly LookupAddress[]> {
    if (this.running >= MAXIMUM_LOOK_UPS) throw new UnresolvedError('busy');
    const { timeoutMs, nameServers } = this.parts;
    // Its own: canceling ends all look-ups of a resolver, and its own port makes answers harder to forge.
    const resolver = new Resolver(PATIENCE);
    if (nameServers) resolver.setServers(nameServers);
    // What has arrived comes first.
    const timer = setTimeout(() => setImmediate(() => resolver.cancel()), timeoutMs);
    this.running += 1;
    try {
      const asked = [resolver.resolve4(host), resolver.resolve6(host)];
      const families = await Promise.allSettled(asked);
      const addresses = families.flatMap((answer, index) =>
        answer.status === 'rejected'
          ? []
          : answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })),
      );
      if (addresses.length > 0) return addresses;
      const failures = families.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
      throw new UnresolvedError(failures.some(isLate) ? 'late' : 'unknown', { cause: failures[0] });
    } finally {
      clearTimeout(timer);
      this.running -= 1;
    }
  }
}

const isLate = ({ code }: NodeJS.ErrnoException): boolean => code === TIMEOUT || code === CANCELLED;
