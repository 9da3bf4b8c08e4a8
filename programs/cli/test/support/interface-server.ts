import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerOf, problem, signalOf, success, type ApiResponse } from './interface-responses';

/** A request as received. */
interface Seen {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage['headers'];
  form: URLSearchParams;
}

/**
 * A response to send instead; or the connection drops or hangs, before or after the request is processed; or nothing
 * goes wrong this time.
 */
type Fault = ApiResponse | 'drop' | 'drop-after' | 'hang' | 'hang-after' | 'none';

interface Login {
  access: string;
  expiresAt: number;
  refresh: string;
  spent: Map<string, { repeats: number }>;
  ended: boolean;
}

interface Device {
  userCode: string;
  decided?: 'approve' | 'deny' | 'expire';
  slowDowns: number;
}

/**
 * Stands in for the API: the same paths, formats, refresh token rotation, and reuse detection, with faults on demand.
 */
export class InterfaceServer {
  readonly seen: Seen[] = [];
  signals = Array.from({ length: 3 }, (_, index) => signalOf(index + 1));
  apiKey = 'hg_live_0123456789abcdefghijklmnopqrstuvABCDEF';
  accessLifetimeSeconds = 900;
  /** Records left. */
  recordsLeft = 480;
  /** Refuses a page larger than the records left or the budget, even if fewer signals match. */
  chargesWholePages = false;
  deviceIntervalSeconds = 1;
  /** The version the dashboard offers for download. */
  offeredVersion = '0.3.0';
  /** How the dashboard's approval page responds. */
  authorization: 'approve' | 'deny' | 'wrong-state' | 'ignore' = 'approve';
  /** Requests now hanging; they end when their clients give up. */
  hanging = 0;
  readonly logins: Login[] = [];
  readonly devices = new Map<string, Device>();
  private readonly codes = new Map<string, { challenge: string; redirectUri: string }>();
  private readonly faults: { path: string; fault: Fault }[] = [];
  private readonly answered = new Map<string, ApiResponse>();
  /** Records used, by budget id. */
  private readonly budgets = new Map<string, number>();

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<InterfaceServer> {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const instance = new InterfaceServer(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => void instance.handle(request, response));
    return instance;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  /** The next requests to a path get these faults, in order. */
  fail(path: string, ...faults: Fault[]): void {
    this.faults.push(...faults.map((fault) => ({ path, fault })));
  }

  /** The next request to a path gets no response until the server stops. */
  hang(path: string): void {
    this.faults.push({ path, fault: 'hang' });
  }

  /** As after 24 hours. */
  forgetAnswers(): void {
    this.answered.clear();
  }

  /** Requests to a path below the API's roots, such as `/signals`. */
  seenOf(path: string): Seen[] {
    return this.seen.filter((request) => request.path.endsWith(path));
  }

  login(): Login {
    const login = { ...this.pair(), spent: new Map<string, { repeats: number }>(), ended: false };
    this.logins.push(login);
    return login;
  }

  private pair() {
    return {
      access: `hg_cli_${randomBytes(16).toString('hex')}`,
      refresh: `hg_ref_${randomBytes(16).toString('hex')}`,
      expiresAt: Date.now() + this.accessLifetimeSeconds * 1000,
    };
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const seen: Seen = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      form: new URLSearchParams(Buffer.concat(chunks).toString()),
    };
    this.seen.push(seen);
    const index = this.faults.findIndex(({ path }) => url.pathname.endsWith(path));
    const [{ fault } = { fault: undefined }] = index < 0 ? [] : this.faults.splice(index, 1);
    if (fault === 'drop') return void request.socket.destroy();
    if (fault === 'hang') {
      this.hanging += 1;
      return void request.socket.once('close', () => (this.hanging -= 1));
    }
    const answer = typeof fault === 'object' ? fault : this.answer(seen);
    if (fault === 'drop-after') return void request.socket.destroy();
    if (fault === 'hang-after') return;
    const isProblem = answer.status >= 400;
    response.writeHead(answer.status, {
      'Content-Type': isProblem ? 'application/problem+json' : 'application/json',
      'X-Request-Id': `request-${this.seen.length}`,
      ...answer.headers,
    });
    response.end(answer.body === undefined ? '' : JSON.stringify(answer.body));
  }

  private answer(seen: Seen): ApiResponse {
    switch (seen.path) {
      case '/api/cli/v1/metadata':
        return { status: 200, body: this.metadata() };
      case '/downloads/versions.json':
        return { status: 200, body: { cli: this.offeredVersion, sdk: this.offeredVersion } };
      case '/cli/authorize':
        return this.authorize(seen.query);
      case '/api/cli/v1/token':
        return this.token(seen.form);
      case '/api/cli/v1/device':
        return this.device();
      case '/api/cli/v1/revoke':
        for (const login of this.logins) if (seen.form.get('token') === login.refresh) login.ended = true;
        return { status: 200 };
      default:
        return this.data(seen);
    }
  }

  private metadata() {
    const root = `${this.url}/api/cli/v1`;
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/cli/authorize`,
      token_endpoint: `${root}/token`,
      device_authorization_endpoint: `${root}/device`,
      revocation_endpoint: `${root}/revoke`,
      verification_uri: `${this.url}/device`,
    };
  }

  private authorize(query: URLSearchParams): ApiResponse {
    const redirect = new URL(query.get('redirect_uri') ?? '');
    const state = query.get('state') ?? '';
    if (this.authorization === 'ignore') return { status: 200, body: {} };
    redirect.searchParams.set('state', this.authorization === 'wrong-state' ? `${state}x` : state);
    if (this.authorization === 'deny') redirect.searchParams.set('error', 'access_denied');
    else {
      const code = randomBytes(8).toString('hex');
      this.codes.set(code, {
        challenge: query.get('code_challenge') ?? '',
        redirectUri: query.get('redirect_uri') ?? '',
      });
      redirect.searchParams.set('code', code);
    }
    return { status: 302, headers: { Location: redirect.href } };
  }

  private token(form: URLSearchParams): ApiResponse {
    const refuse = (error: string, description = `refused: ${error}`): ApiResponse => ({
      status: 400,
      body: { error, error_description: description },
    });
    if (form.get('client_id') !== 'signals-cli') return refuse('invalid_client');
    switch (form.get('grant_type')) {
      case 'authorization_code': {
        const code = this.codes.get(form.get('code') ?? '');
        this.codes.delete(form.get('code') ?? '');
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        const isRight = code?.challenge === challenge && code.redirectUri === form.get('redirect_uri');
        return isRight ? this.granted(this.login()) : refuse('invalid_grant', 'The code does not hold.');
      }
      case 'urn:ietf:params:oauth:grant-type:device_code': {
        const device = this.devices.get(form.get('device_code') ?? '');
        if (!device || device.decided === 'expire') return refuse('expired_token');
        if (device.decided === 'deny') return refuse('access_denied');
        if (device.slowDowns > 0) {
          device.slowDowns -= 1;
          return refuse('slow_down');
        }
        return device.decided === 'approve' ? this.granted(this.login()) : refuse('authorization_pending');
      }
      case 'refresh_token':
        return this.refresh(form.get('refresh_token') ?? '', refuse);
      default:
        return refuse('unsupported_grant_type');
    }
  }

  /** A spent token ends its login, except for one repeat by a client that lost the response. */
  private refresh(token: string, refuse: (error: string, description?: string) => ApiResponse): ApiResponse {
    const login = this.logins.find((one) => one.refresh === token || one.spent.has(token));
    if (!login || login.ended) return refuse('invalid_grant', 'The session has ended.');
    const spent = login.spent.get(token);
    if (spent && ++spent.repeats > 1) {
      login.ended = true;
      return refuse('invalid_grant', 'The refresh token was used before; the session has ended.');
    }
    login.spent.set(login.refresh, spent ?? { repeats: 0 });
    Object.assign(login, this.pair());
    return this.granted(login);
  }

  private granted({ access, refresh }: Login): ApiResponse {
    return {
      status: 200,
      body: {
        access_token: access,
        token_type: 'Bearer',
        expires_in: this.accessLifetimeSeconds,
        refresh_token: refresh,
      },
    };
  }

  private device(): ApiResponse {
    const code = randomBytes(8).toString('hex');
    this.devices.set(code, { userCode: 'WDJB-MJHT', slowDowns: 0 });
    return {
      status: 200,
      body: {
        device_code: code,
        user_code: 'WDJB-MJHT',
        verification_uri: `${this.url}/device`,
        verification_uri_complete: `${this.url}/device?user_code=WDJB-MJHT`,
        expires_in: 600,
        interval: this.deviceIntervalSeconds,
      },
    };
  }

  private data(seen: Seen): ApiResponse {
    const [, root, path] = /^(\/api\/(?:cli\/)?v1)(\/.*)$/.exec(seen.path) ?? [];
    if (root === undefined || path === undefined) return problem(404, 'not_found', 'There is nothing here.');
    const refusal = this.refusal(root, seen.headers.authorization ?? '');
    if (refusal) return refusal;
    const key = seen.headers['idempotency-key'] as string | undefined;
    const stored = key === undefined ? undefined : this.answered.get(key);
    if (stored)
      return {
        ...stored,
        headers: { ...stored.headers, 'X-Records-Consumed': '0', 'Idempotency-Replayed': 'true' },
      };
    const limit = Number(seen.query.get('limit') ?? 0);
    const answer = this.charged(
      path === '/signals' ? this.search(seen.query) : answerOf(path, seen.query),
      seen.headers,
      this.chargesWholePages ? limit : 0,
    );
    if (key !== undefined && answer.status === 200) this.answered.set(key, answer);
    return answer;
  }

  /** @param least the records that must be left. */
  private charged(answer: ApiResponse, bounds: IncomingMessage['headers'], least: number): ApiResponse {
    const records = Number(answer.headers?.['X-Records-Consumed'] ?? 0);
    const needed = Math.max(records, least);
    const budgetId = bounds['x-budget-id'] as string | undefined;
    const used = (this.budgets.get(budgetId ?? '') ?? 0) + records;
    const budgetLeft = Number(bounds['x-budget-records']) - used;
    if (needed > this.recordsLeft)
      return problem(402, 'insufficient_records', 'The allowance does not suffice.');
    if (
      records > Number(bounds['x-max-records'] ?? Infinity) ||
      (needed > 0 && budgetLeft < needed - records)
    )
      return problem(402, 'budget_reached', 'The budget does not suffice.');
    this.recordsLeft -= records;
    if (budgetId !== undefined) this.budgets.set(budgetId, used);
    const headers = {
      ...answer.headers,
      'X-Records-Remaining': String(this.recordsLeft),
      ...(budgetId !== undefined && { 'X-Budget-Remaining': String(budgetLeft) }),
    };
    return { ...answer, headers };
  }

  private refusal(root: string, authorization: string): ApiResponse | undefined {
    const token = authorization.replace(/^Bearer /, '');
    if (root === '/api/v1')
      return token === this.apiKey ? undefined : problem(401, 'invalid_credentials', 'The key is not valid.');
    const login = this.logins.find(({ access }) => access === token);
    if (!login || login.ended)
      return problem(401, 'revoked_credentials', 'This access token is no longer valid.');
    if (login.expiresAt <= Date.now())
      return problem(401, 'expired_credentials', 'The access token has expired.');
    return undefined;
  }

  private search(query: URLSearchParams): ApiResponse {
    if (query.get('countOnly') === 'true') return success({ total: this.signals.length });
    const ids = query.get('ids')?.split(',');
    const matching = this.signals.filter(({ id }) => !ids || ids.includes(id));
    const limit = Number(query.get('limit') ?? 50);
    const from = Number(query.get('cursor')?.replace('cursor-', '') ?? 0);
    const items = matching.slice(from, from + limit);
    const next = from + limit < matching.length ? `cursor-${from + limit}` : null;
    const isRanked = query.has('semantic');
    return success(
      {
        items: items.map((item, index) => (isRanked ? { ...item, similarity: 0.9 - index / 100 } : item)),
        nextCursor: next,
        ...(isRanked && {
          search: {
            mode: 'semantic',
            model: 'test',
            ranking: 'cosine_similarity',
            candidateLimit: 1000,
            asOf: '2026-11-20T08:15:30.250Z',
            cursorExpiresAt: '2026-11-20T09:15:30.250Z',
            poolSize: 1000,
            matched: matching.length,
          },
        }),
      },
      items.length,
    );
  }
}
