import { experimental, type ChannelOptions } from '@grpc/grpc-js';

const SCHEME = 'remembered-dns';

type Addresses = Parameters<experimental.ResolverListener>[0];

/** The last answer for each name, in this process. There are only as many names as this program has peers. */
const remembered = new Map<string, Addresses>();

/**
 * gRPC's DNS resolver, starting with the name's last answer. A client that replaces one whose peer fell silent need not
 * wait for DNS: the machine that vanished may have taken half of the DNS servers with it.
 */
class RememberingResolver implements experimental.Resolver {
  private readonly dns: experimental.Resolver;
  private isWaiting = false;

  constructor(
    private readonly target: experimental.GrpcUri,
    private readonly listener: experimental.ResolverListener,
    options: ChannelOptions,
  ) {
    const remember: experimental.ResolverListener = (addresses, ...further) => {
      this.isWaiting = false;
      if (addresses.ok) remembered.set(target.path, addresses);
      return listener(addresses, ...further);
    };
    this.dns = experimental.createResolver({ ...target, scheme: 'dns' }, remember, options);
    this.isWaiting = remembered.has(target.path);
  }

  updateResolution(): void {
    // A resolver must not report a result before this method returns.
    if (this.isWaiting) setImmediate(() => this.answerFromMemory());
    this.dns.updateResolution();
  }

  destroy(): void {
    this.isWaiting = false;
    this.dns.destroy();
  }

  static getDefaultAuthority({ path }: experimental.GrpcUri): string {
    return path;
  }

  private answerFromMemory(): void {
    const addresses = remembered.get(this.target.path);
    if (!this.isWaiting || !addresses) return;
    this.isWaiting = false;
    this.listener(addresses, {}, null, '');
  }
}

experimental.registerResolver(SCHEME, RememberingResolver);

/** The address for a gRPC client that remembers what `dns:` addresses resolve to; other addresses are unchanged. */
export const rememberingAddress = (address: string): string => address.replace(/^dns:/, `${SCHEME}:`);
