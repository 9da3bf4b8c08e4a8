import { QdrantClient } from '@qdrant/js-client-rest';
import { ServiceError } from '@heliograph/runtime';
import type { QdrantSettings } from '../settings';
import type { CallOptions } from '../vector-index';
import { errorFromQdrant } from './errors';

const DEFAULT_PORT = 6333;
const CONNECTIONS = 16;
/** For conditional upserts and metadata of collections, both of which are needed. */
const REQUIRED_VERSION = [1, 16] as const;

type Api = ReturnType<QdrantClient['api']>;
/** Passed to `fetch` with each call. */
type CallInit = NonNullable<Parameters<Api['root']>[1]>;

/** The client plus what it lacks: a timeout per call, and our errors. */
export class QdrantConnection {
  private readonly api: Api;
  private checked: Promise<void> | undefined;

  constructor(settings: QdrantSettings) {
    const client = new QdrantClient({
      url: settings.url,
      port: portOf(settings.url),
      maxConnections: CONNECTIONS,
      // As a header, because the client prints a warning about keys over plain HTTP, which a cluster's own network may
      // use.
      ...(settings.apiKey !== undefined && { headers: { 'api-key': settings.apiKey } }),
      // No timeout of its own; each call has one.
      timeout: Infinity,
      // The client's own check prints; the version is checked below.
      checkCompatibility: false,
    });
    this.api = client.api();
  }

  /**
   * Runs calls of the client's API with a timeout.
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
    const init: CallInit = { signal };
    try {
      await this.requireVersion(init);
      return await use(this.api, init);
    } catch (error) {
      throw errorFromQdrant(error);
    }
  }

  /** Checked once: an older server would ignore the condition of an upsert. */
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

/** Parsed from the text: for an explicit 80 or 443, the scheme's default, the client would use 6333. */
function portOf(url: string): number {
  const [, port] = /:(\d+)\/?$/.exec(url) ?? [];
  return port === undefined ? DEFAULT_PORT : Number(port);
}
