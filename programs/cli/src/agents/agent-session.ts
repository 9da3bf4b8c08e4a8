import type { Connection } from '../http/connection';
import { CliError } from '../failure';

/** Below the API's root: for keys, and for logins. */
const KEY_PATH = '';
const SESSION_PATH = '/api/cli/v1';

/** Messages answered in parallel; more wait on the pipe. */
const MAXIMUM_IN_FLIGHT = 16;

/** JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32700;
/** Server-defined: the API could not be reached. */
const NOT_ANSWERED = -32000;

interface Message {
  id?: string | number;
  method?: string;
  params?: { requestId?: string | number };
  result?: { protocolVersion?: string };
}

/**
 * An agent's session over stdio. The API itself speaks the protocol: messages pass through unchanged, with the user's
 * credential. A message may be sent twice after a lost response, since the same call is charged once.
 */
export class AgentSession {
  private readonly inFlight = new Map<Message, { ending: AbortController; done: Promise<void> }>();
  private protocolVersion: string | undefined;

  /**
   * @param headers for every request.
   * @param write writes one message, without a line break.
   */
  constructor(
    private readonly connection: Connection,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly write: (line: string) => Promise<void>,
  ) {}

  /** Takes a line; resolves when it can take the next one, usually before this one is answered. */
  async take(line: string): Promise<void> {
    if (line.trim() === '') return;
    const message = parse(line);
    if (message === undefined) return this.answer(null, { code: PARSE_ERROR, message: 'Parse error' });
    if (message.method === 'notifications/cancelled') return this.cancel(message.params?.requestId);
    const ending = new AbortController();
    const done = this.forward(line, message, ending.signal).finally(() => this.inFlight.delete(message));
    this.inFlight.set(message, { ending, done });
    if (this.inFlight.size >= MAXIMUM_IN_FLIGHT) await Promise.race(this.running());
  }

  /** Resolves when everything taken has been answered. */
  async ended(): Promise<void> {
    await Promise.all(this.running());
  }

  private running(): Promise<void>[] {
    return [...this.inFlight.values()].map(({ done }) => done);
  }

  /** Never rejects. */
  private async forward(line: string, message: Message, signal: AbortSignal): Promise<void> {
    try {
      const answered = await this.post(line, signal);
      // A canceled request gets no answer.
      if (answered === undefined || signal.aborted) return;
      if (message.method === 'initialize') this.protocolVersion = protocolVersionOf(answered);
      await this.write(JSON.stringify(answered));
    } catch (error) {
      if (message.id !== undefined && !signal.aborted) await this.fail(message, message.id, error);
    }
  }

  /** @returns undefined for a message that needs no answer. */
  private async post(line: string, signal: AbortSignal): Promise<unknown> {
    let refusal: unknown;
    const basePath = this.connection.usesApiKey ? KEY_PATH : SESSION_PATH;
    const onResponse = async (response: Response) => {
      refusal =
        response.status === 400
          ? await response
              .clone()
              .json()
              .catch(() => undefined)
          : undefined;
    };
    try {
      const { body } = await this.connection.run(
        (client, call) =>
          client.request('/mcp', {
            signal: AbortSignal.any([signal, call.signal]),
            body: line,
            headers: {
              ...this.headers,
              Accept: 'application/json, text/event-stream',
              'Content-Type': 'application/json',
              ...(this.protocolVersion !== undefined && { 'MCP-Protocol-Version': this.protocolVersion }),
            },
          }),
        { basePath, onResponse },
      );
      return body;
    } catch (error) {
      // A protocol error is an answer, too.
      if (typeof refusal === 'object' && refusal !== null && 'jsonrpc' in refusal) return refusal;
      throw error;
    }
  }

  /** A call that could not be made is a failed call, which a model can read about; anything else is an error. */
  private fail(message: Message, id: string | number, error: unknown): Promise<void> {
    const { message: what, remedy } =
      error instanceof CliError ? error : { message: String(error), remedy: undefined };
    const text = [what, ...(remedy === undefined ? [] : [remedy])].join('\n');
    if (message.method !== 'tools/call') return this.answer(id, { code: NOT_ANSWERED, message: text });
    const result = { content: [{ type: 'text', text }], isError: true };
    return this.write(JSON.stringify({ jsonrpc: '2.0', id, result }));
  }

  private answer(id: string | number | null, error: { code: number; message: string }): Promise<void> {
    return this.write(JSON.stringify({ jsonrpc: '2.0', id, error }));
  }

  private cancel(id: string | number | undefined): void {
    for (const [message, { ending }] of this.inFlight)
      if (id !== undefined && message.id === id) ending.abort();
  }
}

function parse(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function protocolVersionOf(response: unknown): string | undefined {
  const { result } = response as Message;
  return typeof result?.protocolVersion === 'string' ? result.protocolVersion : undefined;
}
