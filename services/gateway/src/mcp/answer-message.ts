import { API_VERSION, toolInstructions } from '@heliograph/contract';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { ErrorCode, JSONRPCRequest } from '@modelcontextprotocol/sdk/types.js';
import type { Exchange } from '../http/exchange';
import type { Message } from './messages';

/** Handles requests outside the protocol's own life cycle, such as `tools/call`; throws ProtocolError. */
export type Respond = (request: JSONRPCRequest) => Promise<Record<string, unknown>>;

/** An error response. Unlike the library's McpError, its message has no prefix, which clients add. */
export class ProtocolError extends Error {
  constructor(
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** Headers that the transport reads, besides Accept, which was checked. */
const TRANSPORT_HEADERS = ['content-type', 'mcp-protocol-version'];

/** A validator is for clients' responses and expensive to create; this server asks clients nothing. */
const NO_VALIDATOR = {
  getValidator(): never {
    throw new Error('clients are asked nothing');
  },
};

/** Has no tasks: a request for one is handled as if it asked for none (MCP, "Task Support and Handling"). */
class TasklessServer extends Server {
  protected override assertTaskHandlerCapability(): void {
    // The library would refuse the request with an internal error.
  }
}

/**
 * Lets the protocol's own implementation handle a message: it negotiates versions and knows each response's members.
 * Server and transport live for one message: there are no sessions, and ids in a batch cannot clash.
 */
export async function answerMessage(
  exchange: Exchange,
  message: Message,
  response: Respond,
): Promise<Response> {
  const server = new TasklessServer(
    { name: 'heliograph', title: 'Heliograph', version: API_VERSION },
    {
      capabilities: { tools: {} },
      instructions: toolInstructions(exchange.credential!.isTest),
      jsonSchemaValidator: NO_VALIDATOR,
    },
  );
  server.fallbackRequestHandler = response;
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const headers = TRANSPORT_HEADERS.flatMap((name) => {
      const value = exchange.header(name);
      return value === undefined ? [] : [[name, value] as [string, string]];
    });
    // The transport compares text, and wants a range for streams too, which this server does not open.
    headers.push(['accept', 'application/json, text/event-stream']);
    // Its URL is never read, and its body has been read.
    const request = new Request('http://gateway/mcp', { method: 'POST', headers });
    return await transport.handleRequest(request, { parsedBody: message });
  } finally {
    await server.close();
  }
}
