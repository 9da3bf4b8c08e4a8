import type { Connection } from '../http/connection';
import { CliError } from '../failure';

/** Messages handled concurrently; more wait in the pipe. */
const MAXIMUM_IN_FLIGHT = 16;

/** JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = { code: -32700, message: 'Parse error' };
const INVALID_REQUEST = { code: -32600, message: 'Invalid Request' };
/** Server-defined: the API could not be reached. */
const NOT_ANSWERED = -32000;

/** A batch is an array, so it has none of these. */
interface Message {
  id?: string | number;
  method?: string;
  params?: { requestId?: string | number };
  result?: { protocolVersion?: string };
}

/**
 * An agent's session over stdio. The API itself speaks the protocol: messages are forwarded unchanged, with the user's
 * credential. A message is resent if its response is lost, which is safe: the same call is charged once.
 */
export class AgentSession {
  private readonly inFlight = new Map<Message, { ending: AbortController; done: Promise<void> }>();
  private protocolVersion: string | undefined;

  /**
   * @param headers sent with every request.
   * @param write writes one message; it gets no line break.
   */
  constructor(
    private readonly connection: Connection,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly write: (line: string) => Promise<void>,
  ) {}

  /** Accepts a line; resolves when it can accept the next, usually before this one is answered. */
  async take(line: string): Promise<void> {
    if (line.trim() === '') return;
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      return this.answer(errorOf(null, PARSE_ERROR));
    }
    if (!isMessage(message)) return this.answer(errorOf(null, INVALID_REQUEST));
    if (message.method === 'notifications/cancelled') return this.cancel(message.params?.requestId);
    const ending = new AbortController();
    const done = this.forward(line, message, ending.signal).finally(() => this.inFlight.delete(message));
    this.inFlight.set(message, { ending, done });
    if (this.inFlight.size >= MAXIMUM_IN_FLIGHT) await Promise.race(this.running());
  }

  /** Resolves when everything accepted has been answered. */
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
      await this.answer(answered);
    } catch (error) {
      if (!signal.aborted) await this.fail(message, error);
    }
  }

  /** @returns undefined for a message that needs no answer. */
  private async post(line: string, signal: AbortSignal): Promise<unknown> {
    let refusal: unknown;
    // Keys use the root's `/mcp`, logins the one beside their other paths.
    const basePath = this.connection.usesApiKey ? '' : this.connection.basePath;
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
      // A protocol error is an answer too.
      if (typeof refusal === 'object' && refusal !== null && 'jsonrpc' in refusal) return refusal;
      throw error;
    }
  }

  /**
   * Answers a failed message with errors. A batch gets one array, or nothing if none of its messages needs an answer.
   */
  private async fail(message: Message, error: unknown): Promise<void> {
    const { message: what, remedy } =
      error instanceof CliError ? error : { message: String(error), remedy: undefined };
    const text = [what, ...(remedy === undefined ? [] : [remedy])].join('\n');
    const isBatch = Array.isArray(message);
    const answers = (isBatch ? (message as unknown[]) : [message]).flatMap((each) => failureOf(each, text));
    if (answers.length > 0) await this.answer(isBatch ? answers : answers[0]!);
  }

  private answer(answer: unknown): Promise<void> {
    return this.write(JSON.stringify(answer));
  }

  private cancel(id: string | number | undefined): void {
    for (const [message, { ending }] of this.inFlight)
      if (id !== undefined && message.id === id) ending.abort();
  }
}

const isMessage = (value: unknown): value is Message => typeof value === 'object' && value !== null;

const errorOf = (id: string | number | null, error: { code: number; message: string }) => ({
  jsonrpc: '2.0',
  id,
  error,
});

/** A tool call gets a failed result, whose text the model can read; any other request gets an error. */
function failureOf(message: unknown, text: string): object[] {
  if (!isMessage(message)) return [errorOf(null, INVALID_REQUEST)];
  const { id, method } = message;
  if (id === undefined) return [];
  if (method !== 'tools/call') return [errorOf(id, { code: NOT_ANSWERED, message: text })];
  return [{ jsonrpc: '2.0', id, result: { content: [{ type: 'text', text }], isError: true } }];
}

function protocolVersionOf(response: unknown): string | undefined {
  const { result } = response as Message;
  return typeof result?.protocolVersion === 'string' ? result.protocolVersion : undefined;
}
