import { createRequire } from 'node:module';
import { QdrantClient } from '@qdrant/js-client-rest';
import { ServiceError } from '@heliograph/runtime';
import type { QdrantSettings } from '../settings';
import type { CallOptions } from '../vector-index';
import { errorFromQdrant } from './errors';

const DEFAULT_PORT = 6333;
const CONNECTIONS = 16;
const KEEP_ALIVE_MS = 10_000;
/** Of conditional upserts and of metadata of collections, both of which are needed. */
const REQUIRED_VERSION = [1, 16] as const;

type Api = ReturnType<QdrantClient['api']>;
/** Goes with each call as what `fetch` is given besides. */
type CallInit = NonNullable<Parameters<Api['root']>[1]>;

interface Dispatcher {
  close(): Promise<void>;
  destroy(): Promise<void>;
}

/** The client, with what it leaves out: a certificate authority, a time-out for each call, and an end of its connections. */
export class QdrantConnection {
  private readonly api: Api;
  private readonly dispatcher: Dispatcher;
  private checked: Promise<void> | undefined;

  constructor(settings: QdrantSettings) {
    this.dispatcher = createDispatcher(settings.certificateAuthority);
    const client = new QdrantClient({
      url: settings.url,
      port: portOf(settings.url),
      // As a header, because the client prints a warning about keys over plain HTTP, which a cluster's own network may use.
      ...(settings.apiKey !== undefined && { headers: { 'api-key': settings.apiKey } }),
      // No time-out of its own; each call has one.
      timeout: Infinity,
      // It prints; the version is checked below.
      checkCompatibility: false,
    });
    this.api = client.api();
  }

  /**
   * Runs calls of the client's API within a time.
   *
   * @throws ServiceError
   */
  async run<T>(
    options: CallOptions | undefined,
    defaultTimeoutMs: number,
    use: (api: Api, init: CallInit) => Promise<T>,
  ): Promise<T> {
    const timeout = AbortSignal.timeout(options?.timeoutMs ?? defaultTimeoutMs);
    const signal = options?.signal ? AbortSignal.any([timeout, options.signal]) : timeout;
    const init = { signal, dispatcher: this.dispatcher } as unknown as CallInit;
    try {
      await this.requireVersion(init);
      return await use(this.api, init);
    } catch (error) {
      throw errorFromQdrant(error);
    }
  }

  async close(): Promise<void> {
    await this.dispatcher.destroy();
  }

  /** Asked once: an older server would ignore the condition of an upsert. */
  private async requireVersion(init: CallInit): Promise<void> {
    this.checked ??= this.checkVersion(init);
    try {
      await this.checked;
    } catch (error) {
      this.checked = undefined;
      throw error;
    }
  }

  private async checkVersion(init: CallInit): Promise<void> {
    const { version } = (await this.api.root({}, init)).data;
    const [major = 0, minor = 0] = version.split('.').map(Number);
    const [requiredMajor, requiredMinor] = REQUIRED_VERSION;
    if (major > requiredMajor || (major === requiredMajor && minor >= requiredMinor)) return;
    throw new ServiceError(
      'unavailable',
      `Qdrant ${version} is too old: ${REQUIRED_VERSION.join('.')} is needed.`,
    );
  }
}

/** The client would take 6333 for a port that is the scheme's own. */
function portOf(url: string): number {
  const [, port] = /:(\d+)\/?$/.exec(url) ?? [];
  return port === undefined ? DEFAULT_PORT : Number(port);
}

/** Of the HTTP library that the client uses, in the version that it uses: others do not fit. */
function createDispatcher(certificateAuthority: string | undefined): Dispatcher {
  const requireAsClient = createRequire(require.resolve('@qdrant/js-client-rest'));
  const { Agent } = requireAsClient('undici') as {
    Agent: new (options: Record<string, unknown>) => Dispatcher;
  };
  return new Agent({
    connections: CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Each call has a time-out of its own.
    bodyTimeout: 0,
    headersTimeout: 0,
    ...(certificateAuthority !== undefined && { connect: { ca: certificateAuthority } }),
  });
}
