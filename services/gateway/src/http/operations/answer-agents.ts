import { describedTools, priceOfTool } from '@heliograph/contract';
import { inSlot, JSON_CONTENT_TYPE } from '@heliograph/edge';
import { isJsonObject } from '@heliograph/signal-search';
import { ServiceError, toServiceError } from '@heliograph/runtime';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';
import type { GatewayContext } from '../../context';
import { answerMessage, type Respond } from '../../mcp/answer-message';
import { callTool, remainingOf } from '../../mcp/call-tool';
import { readMessages, type Message, type Messages, type Refusal } from '../../mcp/messages';
import { ToolExchange } from '../../mcp/tool-exchange';
import { leftOf } from '../../mcp/tool-result';
import { sendCompressible } from '../compressed';
import type { DataApi } from '../data-api';
import type { Exchange } from '../exchange';
import { applyLimits, trafficOf } from '../limit';
import type { Operation } from '../operation';

const OK = 200;
const BAD_REQUEST = 400;
const FORBIDDEN = 403;
const UNSUPPORTED_MEDIA_TYPE = 415;

const NAME = 'answerAgents';

/** Calls that a limit refused. */
type LimitedCalls = ReadonlyMap<Message | Refusal, ServiceError>;

/**
 * `POST {path}`: the Model Context Protocol over Streamable HTTP, without sessions and streams. A tool runs the API
 * operation it stands for, so the same rules apply.
 *
 * @param operations of the interface, by name.
 */
export function answerAgents(of: DataApi, operations: ReadonlyMap<string, Operation>): Operation {
  return {
    name: NAME,
    methods: ['POST'],
    of,
    takesBody: true,
    countsItself: true,
    async handle(context, exchange) {
      const { isBatch, messages } = await readCounted(context, exchange);
      const limited = await countMessages(context, exchange, messages);
      const responses = await Promise.all(
        messages.map(async (message) => {
          // In a batch, only its own response tells what is wrong with a message.
          if ('status' in message)
            return Response.json(message.response, { status: isBatch ? OK : message.status });
          const tools = { of, operations, refused: limited.get(message) };
          return answerMessage(exchange, message, answersOf(context, exchange, tools));
        }),
      );
      await send(exchange, isBatch ? await inBatch(responses) : responses[0]!);
    },
  };
}

/** Reads the body, one of a bounded number of the account's; an unreadable one counts as a request. */
async function readCounted(context: GatewayContext, exchange: Exchange): Promise<Messages> {
  try {
    checkOrigin(context, exchange);
    if (exchange.header('content-encoding') !== undefined) {
      throw new ServiceError('invalid_parameter', 'The body must come without Content-Encoding.', {
        status: UNSUPPORTED_MEDIA_TYPE,
      });
    }
    let read!: Messages;
    await inSlot({ slots: context.bodySlots }, exchange, trafficOf(exchange.credential!), async () => {
      read = await readMessages(exchange);
    });
    return read;
  } catch (error) {
    await applyLimits(context, exchange, trafficOf(exchange.credential!), false);
    throw error;
  }
}

/**
 * Browsers name the calling page. Another origin's page may have been led here (Streamable HTTP, "Security Warning").
 */
function checkOrigin({ config, hosts }: GatewayContext, { request }: Exchange): void {
  const { origin } = request.headers;
  if (origin === undefined || origin === new URL(config.dashboardUrl).origin) return;
  if (URL.canParse(origin) && hosts.includes(new URL(origin).hostname.replace(/\.$/, ''), request)) return;
  throw new ServiceError('invalid_parameter', 'Pages of this origin may not call this endpoint.', {
    status: FORBIDDEN,
  });
}

/**
 * Counts each message as the request, or the search, that it is. A call over a limit becomes a failed call, which a
 * model can read.
 *
 * @throws ServiceError `rate_limited` for everything else.
 */
async function countMessages(
  context: GatewayContext,
  exchange: Exchange,
  messages: readonly (Message | Refusal)[],
): Promise<LimitedCalls> {
  const limited = new Map<Message | Refusal, ServiceError>();
  for (const message of messages) {
    const isFirst = message === messages[0];
    // The response's headers are those of the first one.
    const counted = isFirst
      ? exchange
      : new ToolExchange(exchange, { name: NAME }, { url: exchange.path, headers: {} });
    try {
      await applyLimits(context, counted, trafficOf(exchange.credential!), isSearch(message));
    } catch (error) {
      if (!isCall(message)) throw error;
      context.metrics.rateLimited(NAME, counted.metLimit ?? 'requests');
      limited.set(message, toServiceError(error));
    }
  }
  return limited;
}

function isCall(message: Message | Refusal): message is Message {
  return 'method' in message && message.method === 'tools/call';
}

function isSearch(message: Message | Refusal): boolean {
  if (!isCall(message) || !isJsonObject(message.params)) return false;
  const called = message.params['name'];
  return describedTools().some(({ name, operationId }) => name === called && operationId === 'searchSignals');
}

interface Tools {
  of: DataApi;
  operations: ReadonlyMap<string, Operation>;
  /** Set if a limit has already refused the call. */
  refused: ServiceError | undefined;
}

function answersOf(context: GatewayContext, exchange: Exchange, tools: Tools): Respond {
  return async ({ method, params = {} }) => {
    if (method === 'tools/list') return { tools: await listTools(context, exchange) };
    if (method !== 'tools/call') throw new McpError(ErrorCode.MethodNotFound, 'Method not found');
    const { name, arguments: given = {} } = params;
    const tool = describedTools().find((each) => each.name === name);
    if (!tool)
      throw new McpError(ErrorCode.InvalidParams, 'There is no such tool: "name" must be one of tools/list.');
    if (!isJsonObject(given)) throw new McpError(ErrorCode.InvalidParams, '"arguments" must be an object.');
    const { of, operations, refused } = tools;
    const operation = operations.get(tool.operationId)!;
    return callTool(context, exchange, { tool, operation, of, given, refused });
  };
}

/** The tools with what the credential has left, for a model to plan with. */
async function listTools(context: GatewayContext, exchange: Exchange) {
  let left = '';
  await inSlot(context, exchange, trafficOf(exchange.credential!), async () => {
    left = leftOf(await remainingOf(context, exchange));
  }).catch(() => undefined);
  return describedTools().map(({ name, title, description, inputSchema, outputSchema }) => ({
    name,
    title,
    description: `${description} ${priceOfTool(name, exchange.credential!.isTest)} ${left}`.trim(),
    inputSchema,
    outputSchema,
    annotations: {
      title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  }));
}

/**
 * The response to a batch: those of its messages, of which notifications have none (JSON-RPC 2.0, section 6). Headers
 * that the protocol refuses, it refuses for all.
 */
async function inBatch(responses: readonly Response[]): Promise<Response> {
  const refused = responses.find(({ status }) => status >= BAD_REQUEST);
  if (refused) return refused;
  const bodies = await Promise.all(responses.map((response) => response.text()));
  const answers = bodies.filter(Boolean);
  return answers.length === 0 ? responses[0]! : new Response(`[${answers.join()}]`);
}

async function send(exchange: Exchange, response: Response): Promise<void> {
  if (exchange.isAbandoned) throw new ServiceError('unavailable', 'The client closed the connection.');
  const body = Buffer.from(await response.arrayBuffer());
  exchange.setHeader('Cache-Control', 'no-store');
  if (body.length === 0) {
    exchange.setHeader('Content-Length', '0');
    exchange.sendEmpty(response.status);
  } else {
    await sendCompressible(exchange, response.status, JSON_CONTENT_TYPE, body);
  }
}
