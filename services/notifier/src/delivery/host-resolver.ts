import { withinTime } from '@heliograph/runtime';
import type { LookupAddress } from 'node:dns';
import { CANCELLED, lookup, Resolver, TIMEOUT } from 'node:dns/promises';

/** @param isAllowed whether the operator allows webhooks to this host, whatever its addresses. */
export type Resolve = (host: string, isAllowed: boolean) => Promise<readonly LookupAddress[]>;

/** No address of the host is known: none exists, its name servers are silent, or too many lookups are running. */
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
  /** For one lookup, however many name servers and tries it takes. */
  timeoutMs: number;
  /** Addresses with ports; the system's by default. */
  nameServers: readonly string[] | undefined;
}

/** Concurrent lookups, as many as deliveries. Each takes some 20 KB and a socket per name server. */
export const MAXIMUM_LOOKUPS = 512;
/** A silent server is asked again after this, then after twice as long: the first of two may be down. */
const RESOLVER_OPTIONS = { timeout: 1_000, tries: 3 };

/**
 * Looks hosts up. Hosts that users choose go to name servers only: `dns.lookup` takes a thread, and a few names with
 * silent servers would hold them all for minutes.
 */
export class HostResolver {
  private running = 0;
  /** Lookups of allowed hosts can't be canceled, so they are shared: never more than there are such hosts. */
  private readonly shared = new Map<string, Promise<readonly LookupAddress[]>>();

  constructor(private readonly parts: HostResolverParts) {}

  /** @throws UnresolvedError after `timeoutMs` at the latest. */
  readonly resolve: Resolve = (host, isAllowed) =>
    isAllowed ? this.bySystem(host) : this.byNameServers(host);

  /** Uses the system's resolver: operators may name hosts of `/etc/hosts` or of a search domain. */
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
    if (this.running >= MAXIMUM_LOOKUPS) throw new UnresolvedError('busy');
    const { timeoutMs, nameServers } = this.parts;
    // A resolver of its own: canceling ends all of a resolver's lookups, and a separate port makes answers harder to
    // forge.
    const resolver = new Resolver(RESOLVER_OPTIONS);
    if (nameServers) resolver.setServers(nameServers);
    // Handle answers that have already arrived first.
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
