/** An instance that accepts requests. */
export interface Endpoint {
  /** Name of the instance. */
  name: string;
  /** IPv4. */
  address: string;
}

/**
 * Which instances of each service are ready, as other components see it: changes become visible after a delay, in
 * order. In Kubernetes, that delay comes from EndpointSlices, kube-proxy, DNS, and ingress controllers.
 */
export class Endpoints {
  private readonly known = new Map<string, Map<string, Endpoint>>();
  private readonly listeners = new Set<(service: string) => void>();
  private readonly timers = new Set<NodeJS.Timeout>();

  /** @param delayMs until a change becomes visible. */
  constructor(private readonly delayMs: number) {}

  /** Call when the instance is ready. */
  add(service: string, endpoint: Endpoint): void {
    this.later(() => {
      const ready = this.known.get(service) ?? new Map<string, Endpoint>();
      this.known.set(service, ready.set(endpoint.name, endpoint));
      this.notify(service);
    });
  }

  /** Call when the instance is not ready or about to stop. */
  remove(service: string, name: string): void {
    this.later(() => {
      if (this.known.get(service)?.delete(name)) this.notify(service);
    });
  }

  /** The instances known to be ready. */
  of(service: string): Endpoint[] {
    return [...(this.known.get(service)?.values() ?? [])];
  }

  /** Calls the listener with each service whose instances changed. */
  onChange(listener: (service: string) => void): void {
    this.listeners.add(listener);
  }

  /** Drops changes that are not visible yet. */
  close(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  private later(change: () => void): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      change();
    }, this.delayMs);
    this.timers.add(timer);
  }

  private notify(service: string): void {
    for (const listener of this.listeners) listener(service);
  }
}
