import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/** The tools' output; each tool returns some of these fields. */
interface Answered {
  total: number;
  facets: Record<string, { values: { value: string; count: number }[] }>;
  items: { id: string; slug: string }[];
  nextCursor: string | null;
  employeeCount: number;
  categories: { id: string }[];
  allowances: { cli: { used: number } };
}

/** The output of a successful call. */
interface Called {
  data: Answered;
  records: { consumed: number; remaining: number; replayed: boolean; budgetRemaining?: number };
}

const ATTEMPTS = 5;

/** An agent without a model: the protocol's own client, which repeats calls whose responses were lost, as models do. */
export class Agent {
  /** Calls whose response was lost. */
  lost = 0;

  private constructor(private readonly client: Client) {}

  static overHttp(url: string, headers: Record<string, string>): Promise<Agent> {
    return Agent.over(() => new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  }

  static overStdio(program: {
    command: string;
    args: string[];
    env: Record<string, string>;
  }): Promise<Agent> {
    return Agent.over(() => new StdioClientTransport({ ...program, stderr: 'ignore' }));
  }

  private static async over(
    open: () => StreamableHTTPClientTransport | StdioClientTransport,
  ): Promise<Agent> {
    for (let attempt = 1; ; attempt++) {
      const client = new Client({ name: 'e2e', version: '1.0.0' });
      try {
        await client.connect(open() as never);
        // From here on, the client checks results against the tools' schemas.
        await client.listTools();
        return new Agent(client);
      } catch (error) {
        await client.close();
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }

  async tools(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }

  async call(name: string, given: Record<string, unknown> = {}): Promise<Called> {
    const { isError, content, structuredContent } = await this.ask(name, given);
    if (isError) throw new Error(`${name} failed: ${JSON.stringify(content)}`);
    return structuredContent as unknown as Called;
  }

  /** The error of a call that must fail. */
  async failure(name: string, given: Record<string, unknown> = {}): Promise<string> {
    const { isError, content } = await this.ask(name, given);
    if (!isError) throw new Error(`${name} did not fail`);
    return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  }

  close(): Promise<void> {
    return this.client.close();
  }

  private async ask(name: string, given: Record<string, unknown>): Promise<CallToolResult> {
    for (let attempt = 1; ; attempt++) {
      try {
        return (await this.client.callTool({ name, arguments: given })) as CallToolResult;
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
        this.lost += 1;
      }
    }
  }
}
