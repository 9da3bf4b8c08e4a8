import { Heliograph, HeliographError, type Budget } from '@heliograph/sdk';
import { randomUUID } from 'node:crypto';
import type { Settings } from '../config/settings';
import type { SessionTokens } from '../auth/session-tokens';
import { UsageError } from '../failure';
import type { Terminal } from '../output/terminal';
import { userAgent } from '../version';
import { describeError } from './describe-error';
import { retryAfterSeconds } from './retry-after';

/** How long a single call waits for a rate limit, unless the settings say otherwise. */
const DEFAULT_MAX_WAIT_SECONDS = 30;
/** The same for calls of a longer task: outlasts a one-minute limit, since stopping halfway would be worse. */
export const TASK_MAX_WAIT_SECONDS = 90;

const MAX_RETRIES = 4;
const SESSION_PATH = '/api/cli/v1';
const KEY_PATH = '/api/v1';

/** An API call. Must pass `options` to the client. */
type Call<Result> = (client: Heliograph, options: { signal: AbortSignal }) => Promise<Result>;

interface CallOptions {
  /** The longest Retry-After to wait for, in seconds, unless the settings say otherwise. */
  maxWaitSeconds?: number | undefined;
  /** Where the cursor is from, if not from --cursor. */
  cursorFile?: string | undefined;
  /** Overrides the connection's own. */
  basePath?: string;
  /** Whether it may use records, so that the user's budget must be complete. */
  isPaid?: boolean;
  /** False for a call that the SDK sends only once, whatever happens. */
  isRetried?: boolean;
  /** Called with each response before it is read. */
  onResponse?: (response: Response) => Promise<void>;
}

/** A key and its source in words: "SIGNALS_API_KEY", "the system keyring", a path. */
interface KeyInUse {
  apiKey: string;
  source: string;
}

/**
 * The API with the user's credential: a key, which uses the API allowance, or a login. The SDK retries with the same
 * Idempotency-Key after a 503 or a lost connection, and after a 429 once its Retry-After has passed.
 */
export class Connection {
  /** Undefined with a login. A stored key is set once {@link prepare} or a call has finished. */
  key: KeyInUse | undefined;
  /** The run's own budget id, if the user sets only the budget's records. */
  private readonly ownBudgetId = `signals-${randomUUID()}`;

  constructor(
    private readonly settings: Pick<Settings, 'apiUrl' | 'apiKey' | 'maxWaitSeconds' | 'budget'>,
    private readonly tokens: SessionTokens,
    private readonly terminal: Terminal,
    private readonly fetch: typeof globalThis.fetch,
    private readonly signal: AbortSignal,
    /** Ignores stored keys. */
    private readonly isOnlyForLogins = false,
  ) {
    const { apiKey } = settings;
    this.key = apiKey === undefined ? undefined : { apiKey, source: 'SIGNALS_API_KEY' };
  }

  get usesApiKey(): boolean {
    return this.key !== undefined;
  }

  get basePath(): string {
    return this.usesApiKey ? KEY_PATH : SESSION_PATH;
  }

  /** Loads the stored key, unless a variable has one. Calls do this themselves. */
  async prepare(): Promise<void> {
    if (this.key || this.isOnlyForLogins) return;
    const stored = await this.tokens.storedKey();
    if (stored) this.key = { apiKey: stored.apiKey, source: stored.place };
  }

  /**
   * The default budget of paid requests.
   *
   * @throws UsageError when it has an id but no records.
   */
  get budget(): Budget | undefined {
    const { id, records } = this.settings.budget;
    if (records !== undefined) return { id: id ?? this.ownBudgetId, records };
    if (id === undefined) return undefined;
    throw new UsageError(`The budget ${id} has no records.`, 'Set them, too: --budget-records N');
  }

  private get hasBudget(): boolean {
    return this.settings.budget.records !== undefined;
  }

  /** Makes a call. @throws CliError for any failure of the call; InterruptedError on Ctrl-C. */
  async run<Result>(call: Call<Result>, options: CallOptions = {}): Promise<Result> {
    const ending = new AbortController();
    const signal = AbortSignal.any([this.signal, ending.signal]);
    const { apiUrl } = this.settings;
    await this.prepare();
    const { key } = this;
    const client = new Heliograph({
      baseUrl: apiUrl,
      basePath: options.basePath ?? this.basePath,
      token: key === undefined ? ({ refused }) => this.tokens.accessToken(refused) : () => key.apiKey,
      fetch: this.guarded(options, (reason) => ending.abort(reason)),
      userAgent: userAgent(),
      budget: options.isPaid || this.hasBudget ? this.budget : undefined,
      timeoutMs: Infinity,
      maxRetries: MAX_RETRIES,
    });
    try {
      return await call(client, { signal });
    } catch (error) {
      this.signal.throwIfAborted();
      throw describeError(error, {
        apiUrl,
        keySource: key?.source,
        hasBudget: this.hasBudget,
        cursorFile: options.cursorFile,
        dashboardUrl: await this.dashboardUrl(),
      });
    }
  }

  /** The dashboard's URL, for errors the user can fix there; undefined if the login has none. */
  private async dashboardUrl(): Promise<string | undefined> {
    if (this.usesApiKey) return undefined;
    return this.tokens.stored().then(
      ({ session }) => session.dashboardUrl,
      () => undefined,
    );
  }

  /** Announces retry waits, and aborts the call if one would be too long. */
  private guarded(
    { maxWaitSeconds, onResponse, isRetried = true }: CallOptions,
    end: (reason: Error) => void,
  ): typeof globalThis.fetch {
    const longest = this.settings.maxWaitSeconds ?? maxWaitSeconds ?? DEFAULT_MAX_WAIT_SECONDS;
    let attempts = 0;
    let waits = 0;
    return async (input, init) => {
      attempts += 1;
      const response = await this.fetch(input, init);
      await onResponse?.(response);
      const seconds = [409, 429, 502, 503, 504].includes(response.status)
        ? retryAfterSeconds(response.headers)
        : undefined;
      if (seconds === undefined) return response;
      if (seconds > longest) {
        end(await problemOf(response, seconds, attempts));
      } else if (isRetried && ++waits <= MAX_RETRIES) {
        const what = response.status === 429 ? 'Rate limit reached' : 'Temporarily unavailable';
        this.terminal.note(`${what}: retrying in ${seconds} s …`);
      }
      return response;
    };
  }
}

async function problemOf(response: Response, retryAfter: number, attempts: number): Promise<HeliographError> {
  const body = (await response
    .clone()
    .json()
    .catch(() => ({}))) as Record<string, unknown>;
  const standard = response.status === 429 ? 'rate_limited' : 'unavailable';
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
  return new HeliographError(
    text(body['code'], standard),
    text(body['detail'], `The API answered ${response.status}.`),
    {
      status: response.status,
      requestId: response.headers.get('x-request-id') ?? undefined,
      retryAfterSeconds: retryAfter,
      attempts,
    },
  );
}
