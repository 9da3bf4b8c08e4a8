import { JSON_CONTENT_TYPE, sendCompressible } from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import { errorFromIssues, readQuery, type Query, type RequestIssue } from '@heliograph/signal-search';
import type { z } from 'zod';
import type { SignedIn } from '../auth/session';
import type { DashboardContext } from '../context';
import type { Exchange } from '../http/exchange';

/** A validated request to an endpoint. */
export interface EndpointRequest<Body> {
  context: DashboardContext;
  exchange: Exchange;
  signedIn: SignedIn;
  /** Path parameters, decoded. */
  parameters: Readonly<Record<string, string>>;
  /** Already free of issues, unless `checksQuery` is set. */
  query: Query;
  body: Body;
}

interface EndpointDefinition<Body> {
  /** Its name in metrics and logs. */
  name: string;
  /** Allowed query parameters; none by default. */
  query?: ReadonlySet<string>;
  /** Whether the endpoint checks the query further and refuses issues itself. */
  checksQuery?: boolean;
  /** The required body; none by default. */
  body?: z.ZodType<Body>;
  /** Whether only operators see it. */
  isForOperators?: boolean;
  /** Whether it counts toward its account's searches per minute. */
  isSearch?: boolean;
  /** Whether accounts that a restriction locks out may still use it. */
  isOpenWhileRestricted?: boolean;
  /** Whether it concerns the user, whichever account the page shows. */
  isForAnyAccount?: boolean;
  /** Whether its response to GET holds a secret, so it is not compressed. Those to changes never are. */
  hasSecret?: boolean;
  /** @returns the response's `data`; undefined if the response was already sent. */
  run(request: EndpointRequest<Body>): Promise<object | undefined>;
}

/** One method of a resource under `/api/app/v1`. */
export interface Endpoint {
  readonly name: string;
  readonly isForOperators: boolean;
  readonly isSearch: boolean;
  readonly isOpenWhileRestricted: boolean;
  readonly isForAnyAccount: boolean;
  readonly takesBody: boolean;
  answer(
    context: DashboardContext,
    exchange: Exchange,
    signedIn: SignedIn,
    parameters: Readonly<Record<string, string>>,
  ): Promise<void>;
}

/**
 * Creates an endpoint that validates query and body against its definition, reports all issues together, and sends what
 * `run` returns.
 */
export function endpoint<Body = undefined>(definition: EndpointDefinition<Body>): Endpoint {
  const { name, isForOperators = false, isSearch = false } = definition;
  const { isOpenWhileRestricted = false, isForAnyAccount = false, hasSecret = false } = definition;
  return {
    name,
    isForOperators,
    isSearch,
    isOpenWhileRestricted,
    isForAnyAccount,
    takesBody: definition.body !== undefined,
    async answer(context, exchange, signedIn, parameters) {
      const query = readQuery(exchange.rawQuery, definition.query);
      const body = bodyOf(definition, exchange, query.issues) as Body;
      if (!definition.checksQuery) refuse(query.issues);
      const data = await definition.run({ context, exchange, signedIn, parameters, query, body });
      if (data === undefined) return;
      if (exchange.method !== 'GET' || hasSecret) exchange.sendData(data);
      else await sendRead(exchange, data);
    },
  };
}

async function sendRead(exchange: Exchange, data: object): Promise<void> {
  exchange.setHeader('Cache-Control', 'no-store');
  await sendCompressible(exchange, 200, JSON_CONTENT_TYPE, Buffer.from(JSON.stringify({ data })));
}

/** @throws ServiceError listing the issues, if any. */
export function refuse(issues: readonly RequestIssue[]): void {
  if (issues.length > 0) throw errorFromIssues(issues);
}

/** For things that do not exist or belong to another account. */
export function notFound(what: string): ServiceError {
  return new ServiceError('not_found', `There is no such ${what}.`);
}

function bodyOf<Body>(
  definition: EndpointDefinition<Body>,
  exchange: Exchange,
  issues: RequestIssue[],
): Body | undefined {
  if (!definition.body) {
    if (exchange.hasBody) issues.push(issueOf('body', 'this operation takes no body'));
    return undefined;
  }
  const parsed = definition.body.safeParse(exchange.requestBody);
  if (parsed.success) return parsed.data;
  issues.push(...parsed.error.issues.flatMap(issuesFromZod));
  // A definition that checks its query need not handle a missing body.
  throw errorFromIssues(issues);
}

function issuesFromZod(issue: z.core.$ZodIssue): RequestIssue[] {
  const place = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => issueOf([...place, key].join('.').slice(0, 100), 'is not known'));
  }
  return [issueOf(place.join('.') || 'body', messageOf(issue))];
}

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `must be of type ${issue.expected}`;
  // Our messages continue the parameter's name; zod's are whole sentences.
  return issue.message;
}

function issueOf(parameter: string, message: string): RequestIssue {
  return { code: 'invalid_parameter', parameter, message };
}
