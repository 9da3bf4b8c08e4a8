export interface Signal {
  id: string;
  title: string;
  activityUrl?: string;
  activityDate: string;
  publishedAt: string;
  category: string;
  country?: string;
  city?: string;
  industries: string[];
  company: { slug: string; name: string };
  hiring?: Record<string, string[]>;
  funding?: { stage?: string; amount?: number; currency?: string };
}

export interface Page {
  items: Signal[];
  nextCursor: string | null;
}

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  requestId: string;
  errors?: { parameter: string; message: string }[];
}

export interface Usage {
  month: string;
  requests: number;
  records: number;
  byOperation: unknown;
  /** Omitted if metering does not answer. */
  days?: { date: string; requests: number; records: number; byOperation: unknown }[];
  allowances: Record<'api' | 'cli' | 'web', { granted: number; used: number; remaining: number }>;
  balance: { currency: string; amount: string; records: number };
  subscription: unknown;
}

export interface ApiResponse<Body> {
  status: number;
  headers: Headers;
  text: string;
  body: Body;
}

export type Query = Record<string, string | number | boolean>;

/** Calls the API like a customer's program. */
export class ApiClient {
  constructor(
    readonly url: string,
    readonly key: string,
    readonly ids: { accountId: string; keyId: string },
  ) {}

  async get<Body>(
    path: string,
    query: Query = {},
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<Body>> {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
    const suffix = parameters.size > 0 ? `?${parameters}` : '';
    return this.raw(`${path}${suffix}`, headers);
  }

  /** Sends a path and query verbatim, without encoding. */
  async raw<Body>(pathAndQuery: string, headers: Record<string, string> = {}): Promise<ApiResponse<Body>> {
    const response = await fetch(`${this.url}${pathAndQuery}`, {
      headers: { authorization: `Bearer ${this.key}`, ...headers },
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: (isJson ? JSON.parse(text) : text) as Body,
    };
  }

  async search(
    query: Query = {},
    headers: Record<string, string> = {},
  ): Promise<ApiResponse<{ data: Page }>> {
    const answer = await this.get<{ data: Page }>('/api/v1/signals', query, headers);
    if (answer.status !== 200) throw new Error(`search answered ${answer.status}: ${answer.text}`);
    return answer;
  }

  async matchingIds(query: Query = {}): Promise<string[]> {
    return (await this.search(query)).body.data.items.map((item) => item.id);
  }

  async count(query: Query = {}): Promise<number> {
    const answer = await this.get<{ data: { total: number } }>('/api/v1/signals', {
      ...query,
      countOnly: true,
    });
    if (answer.status !== 200) throw new Error(`count answered ${answer.status}: ${answer.text}`);
    return answer.body.data.total;
  }

  async problem(query: Query, headers: Record<string, string> = {}): Promise<ApiResponse<Problem>> {
    return this.get<Problem>('/api/v1/signals', query, headers);
  }

  /** Usage according to the ledger, exact immediately; omits the days, which follow a moment later. */
  async exactUsage(): Promise<Omit<Usage, 'days'>> {
    const usage = await this.usage();
    delete usage.days;
    return usage;
  }

  async usage(): Promise<Usage> {
    return (await this.get<{ data: Usage }>('/api/v1/usage')).body.data;
  }
}
