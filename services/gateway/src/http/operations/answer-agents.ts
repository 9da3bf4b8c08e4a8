import { describedTools, priceOfTool, type DescribedTool } from '@heliograph/contract';
import { inSlot, JSON_CONTENT_TYPE, sendCompressible } from '@heliograph/edge';
import { isJsonObject } from '@heliograph/signal-search';
import { ServiceError, toServiceError } from '@heliograph/runtime';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { setBudgetRemaining } from '../../charging/budget';
import type { GatewayContext } from '../../context';
import { acceptsJson } from '../../mcp/accepts-json';
import { answerMessage, ProtocolError, type Respond } from '../../mcp/answer-message';
import { callTool, remainingOf } from '../../mcp/call-tool';
import { checkMessage, isId, readMessages, type Messages, type Refusal } from '../../mcp/messages';
import { ToolExchange } from '../../mcp/tool-exchange';
import { leftOf } from '../../mcp/tool-result';
import type { DataApi } from '../data-api';
import type { Exchange } from '../exchange';
import { applyLimits, trafficOf } from '../limit';
import type { Operation } from '../operation';

const OK = 200;
const BAD_REQUEST = 400;
const FORBIDDEN = 403;
const NOT_ACCEPTABLE = 406;
const UNSUPPORTED_MEDIA_TYPE = 415;

const NAME = 'answerAgents';

/** A tool call as far as its envelope shows; the rest is not validated yet. */
interface Call {
  id: unknown;
  tool: DescribedTool;
}

/** Calls that a limit refused. */
type LimitedCalls = ReadonlyMap<unknown, { call: Call; refused: ServiceError }>;

/**
 * `POST {path}`: the Model Context Protocol over Streamable HTTP, without sessions and streams. Each tool runs the API
 * operation it stands for, so the same rules apply.
 *
 * @param operations the interface's operations, by name.
 */
export function answerAgents(of: DataApi, operations: ReadonlyMap<string, Operation>): Operation {
  return {
    name: NAME,
    methods: ['POST'],
    of,
    takesBody: true,
    countsItself: true,
    async handle(context, exchange) {
      const read = await readCounted(context, exchange);
      const { isBatch, values } = 'status' in read ? { isBatch: false, values: [undefined] } : read;
      // Validation is expensive, so messages over the limit skip it.
      const limited = await countMessages(context, exchange, values);
      if ('status' in read) return send(exchange, asResponse(read));
      const responses = await Promise.all(
        values.map(async (value) => {
          const over = limited.get(value);
          if (over) return answerLimited(context, exchange, { of, operations }, over);
          const message = checkMessage(value, isBatch);
          // In a batch, a message's issue appears only in its own response.
          if ('status' in message) return asResponse(message, isBatch ? OK : message.status);
          return answerMessage(exchange, message, answersOf(context, exchange, { of, operations }));
        }),
      );
      if (exchange.budgetLeft !== undefined) setBudgetRemaining(exchange, exchange.budgetLeft);
      await send(exchange, isBatch ? await inBatch(responses) : responses[0]!);
    },
  };
}

function asResponse({ response, status }: Refusal, shown = status): Response {
  return Response.json(response, { status: shown });
}

/** Reads the body within the account's bound on concurrent bodies; an unreadable one counts as a request. */
async function readCounted(context: GatewayContext, exchange: Exchange): Promise<Messages | Refusal> {
  try {
    checkOrigin(context, exchange);
    if (!acceptsJson(exchange.header('accept'))) {
      throw new ServiceError('invalid_parameter', 'The Accept header must allow application/json.', {
        status: NOT_ACCEPTABLE,
      });
    }
    if (exchange.header('content-encoding') !== undefined) {
      throw new ServiceError('invalid_parameter', 'The body must come without Content-Encoding.', {
        status: UNSUPPORTED_MEDIA_TYPE,
      });
    }
    let read!: Messages | Refusal;
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
 * Browsers name the calling page's origin. A page of another origin may have been led here by DNS rebinding (Streamable
 * HTTP, "Security Warning").
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
 * Counts each message as the request or search that it is. A call over a limit becomes a failed call, which a model can
 * read.
 *
 * @throws ServiceError `rate_limited` for any other message.
 */
async function countMessages(
  context: GatewayContext,
  exchange: Exchange,
  values: readonly unknown[],
): Promise<LimitedCalls> {
  const limited = new Map<unknown, { call: Call; refused: ServiceError }>();
  for (const [index, value] of values.entries()) {
    // The response's headers describe the first message.
    const counted =
      index === 0
        ? exchange
        : new ToolExchange(exchange, { name: NAME }, { url: exchange.path, headers: {} });
    const call = callOf(value);
    const isSearch = call?.tool.operationId === 'searchSignals';
    try {
      await applyLimits(context, counted, trafficOf(exchange.credential!), isSearch);
    } catch (error) {
      if (!call || !isId(call.id)) throw error;
      context.metrics.rateLimited(NAME, counted.exceededLimit ?? 'requests');
      limited.set(value, { call, refused: toServiceError(error) });
    }
  }
  return limited;
}

function callOf(value: unknown): Call | undefined {
  if (!isJsonObject(value) || value['method'] !== 'tools/call' || !isJsonObject(value['params']))
    return undefined;
  const { name } = value['params'];
  const tool = describedTools().find((each) => each.name === name);
  return tool && { id: value['id'], tool };
}

interface Tools {
  of: DataApi;
  operations: ReadonlyMap<string, Operation>;
}

async function answerLimited(
  context: GatewayContext,
  exchange: Exchange,
  { of, operations }: Tools,
  { call: { id, tool }, refused }: { call: Call; refused: ServiceError },
): Promise<Response> {
  const operation = operations.get(tool.operationId)!;
  const result = await callTool(context, exchange, { tool, operation, of, given: {}, refused });
  return Response.json({ jsonrpc: '2.0', id, result });
}

function answersOf(context: GatewayContext, exchange: Exchange, tools: Tools): Respond {
  return async ({ method, params = {} }) => {
    if (method === 'tools/list') {
      // Every list is complete, so no cursor was ever given out.
      if (typeof params.cursor === 'string')
        throw new ProtocolError(ErrorCode.InvalidParams, 'There is no such "cursor".');
      return { tools: await listTools(context, exchange) };
    }
    if (method !== 'tools/call') throw new ProtocolError(ErrorCode.MethodNotFound, 'Method not found');
    const { name, arguments: given = {} } = params;
    const tool = describedTools().find((each) => each.name === name);
    if (!tool)
      throw new ProtocolError(
        ErrorCode.InvalidParams,
        'There is no such tool: "name" must be one of tools/list.',
      );
    if (!isJsonObject(given))
      throw new ProtocolError(ErrorCode.InvalidParams, '"arguments" must be an object.');
    const { of, operations } = tools;
    const operation = operations.get(tool.operationId)!;
    return callTool(context, exchange, { tool, operation, of, given });
  };
}

/** The tools, with what the credential has left, so that a model can plan. */
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
 * The response to a batch: the responses to its messages; notifications have none (JSON-RPC 2.0, section 6). Headers
 * that the protocol refuses are refused for the whole batch.
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
