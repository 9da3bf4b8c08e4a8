import { CommandError } from '../failure';

const TIMEOUT_MS = 10_000;
/** How much of a response body to show in error messages. */
const SHOWN_CHARACTERS = 200;

export interface DataResponse {
  status: number;
  requestId: string;
  /** Undefined when the response does not say. */
  recordsConsumed: number | undefined;
  replayed: boolean;
  body: string;
  /** The `data` member. @throws CommandError when the body is not from this API. */
  data(): Record<string, unknown>;
}

/** The data API as a client with a key sees it. */
export class DataApi {
  constructor(
    private readonly root: string,
    private readonly key: string,
  ) {}

  /** @throws CommandError when nothing answers. */
  async get(path: string, idempotencyKey?: string): Promise<DataResponse> {
    const url = `${this.root}/api/v1${path}`;
    try {
      const response = await fetch(url, {
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          authorization: `Bearer ${this.key}`,
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
      });
      const consumed = response.headers.get('x-records-consumed');
      return {
        status: response.status,
        requestId: response.headers.get('x-request-id') ?? '',
        recordsConsumed: consumed === null ? undefined : Number(consumed),
        replayed: response.headers.get('idempotency-replayed') === 'true',
        ...bodyOf(await response.text()),
      };
    } catch (error) {
      throw new CommandError(
        `${this.root} does not answer (${reasonOf(error)}): check --api-url, that the gateway is ready, and that a network policy lets this program reach it`,
        undefined,
        { cause: error },
      );
    }
  }

  /** Like {@link get}, but the request must succeed. @throws CommandError that says what to do about the response. */
  async getSuccessfully(path: string, idempotencyKey?: string): Promise<DataResponse> {
    const response = await this.get(path, idempotencyKey);
    if (response.status === 200) return response;
    throw new CommandError(
      `GET ${path} answered ${response.status}${describeBody(response)}: ${remedyOf(response.status)}`,
    );
  }
}

function bodyOf(body: string): Pick<DataResponse, 'body' | 'data'> {
  return {
    body,
    data: () => {
      const { data } = (parseJson(body) ?? {}) as { data?: unknown };
      if (typeof data === 'object' && data !== null) return data as Record<string, unknown>;
      throw new CommandError(
        `the response is not from this API (${body.slice(0, SHOWN_CHARACTERS)}): give the root of the gateway with --api-url`,
      );
    },
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no response within ${TIMEOUT_MS / 1000} s`;
  const { cause } = error;
  return cause instanceof Error
    ? cause.message || String((cause as NodeJS.ErrnoException).code)
    : error.message;
}

function describeBody({ body, requestId }: DataResponse): string {
  const detail = problemDetail(body) ?? body.slice(0, SHOWN_CHARACTERS);
  return [detail && ` (${detail})`, requestId && `, request ${requestId}`].filter(Boolean).join('');
}

function problemDetail(body: string): string | undefined {
  const { detail } = (parseJson(body) ?? {}) as { detail?: unknown };
  return typeof detail === 'string' ? detail : undefined;
}

function remedyOf(status: number): string {
  switch (status) {
    case 401:
      return 'the gateway must use the same identity service as this program: compare IDENTITY_ADDRESS and --api-url';
    case 402:
      return 'see the account with "heliograph-admin usage"';
    case 403:
      return 'end the restriction with "heliograph-admin restriction off", or test later';
    case 404:
      return 'give the root of the gateway with --api-url, without a path';
    case 429:
      return 'wait a minute and test again';
    default:
      return 'look for the request id in the logs of gateway, search, and ledger';
  }
}
