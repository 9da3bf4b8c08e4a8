import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ProblemDocument } from '@heliograph/contract';
import { randomUUID } from 'node:crypto';

/** Connects the protocol's own client, which checks results against the tools' schemas. */
export async function connectAgent(
  url: string,
  headers: Record<string, string>,
  fetchWith: typeof fetch = fetch,
): Promise<Client> {
  const client = new Client({ name: 'test-agent', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers }, fetch: fetchWith }) as never,
  );
  // Loads the schemas for checking results.
  await client.listTools();
  return client;
}

/** A word that has not been searched for before. */
export const fresh = () => `w${randomUUID().replaceAll('-', '')}`;

interface Called {
  data: Record<string, unknown>;
  records: { consumed: number; remaining?: number; price: string; replayed: boolean };
  texts: string[];
}

/** Calls a tool that must succeed. */
export async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Called> {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  const texts = textsOf(result);
  if (result.isError) throw new Error(texts.join('\n'));
  return { ...(result.structuredContent as Omit<Called, 'texts'>), texts };
}

/** Calls a tool that must fail. */
export async function failure(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = (await client.callTool({ name, arguments: args })) as CallToolResult;
  if (!result.isError) throw new Error('the call succeeded');
  const problem = result._meta!['heliograph/problem'] as ProblemDocument & { retryAfterSeconds?: number };
  return { text: textsOf(result).join('\n'), problem };
}

function textsOf({ content }: CallToolResult): string[] {
  return content.map((part) => (part.type === 'text' ? part.text : ''));
}

/** A single message, sent directly. */
export function post(
  url: string,
  headers: Record<string, string>,
  body: unknown,
  more: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      ...headers,
      ...more,
    },
    body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
  });
}

export const message = (method: string, params: object = {}, id: number | string = 1) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});
