import { discardBody, Exchange as EdgeExchange } from '@heliograph/edge';
import type { RequestIssue } from '@heliograph/signal-search';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Credential } from '../credentials/credential-verifier';
import type { DataApi } from './data-api';

/** What an exchange needs to know about its operation. */
interface AskedOperation {
  name: string;
  of?: DataApi;
  takesBody?: boolean;
}

/**
 * One request and its response. Headers are collected in a flat list and written at once: the fastest way with Node's
 * HTTP server.
 */
export class Exchange extends EdgeExchange {
  /** Set once the credential is verified. */
  credential: Credential | undefined;
  /** Its interface, which decides what pays for it; undefined if it is public. */
  readonly of: DataApi | undefined;
  /** The route's path with parameter names; empty where any path is accepted. */
  route = '';
  /** What was read ahead: see `Operation.bodyBytes`. */
  requestBody: Buffer = Buffer.alloc(0);
  /** Records charged, for the log of requests; `receipt` is empty without one. */
  records = 0;
  receipt = '';
  isReplayed = false;
  /** The least that its inner calls left of the budget; undefined without one. */
  budgetLeft: bigint | undefined;
  /** Whether its inner calls are logged in its place. */
  isLogged = false;
  /** How long an Idempotency-Key replays its response; undefined for as long as the ledger keeps responses. */
  readonly replaySeconds: number | undefined = undefined;
  /** Issues found before its query was built; the operation reports them with its own. */
  readonly issues: readonly RequestIssue[] = [];
  private readonly headers: string[];

  constructor(request: IncomingMessage, response: ServerResponse, operation: AskedOperation) {
    super(request, response, operation.name);
    this.of = operation.of;
    this.headers = ['X-Request-Id', this.requestId, 'X-Content-Type-Options', 'nosniff'];
    // A body that the operation does not read is discarded as it arrives.
    if (!operation.takesBody && this.hasBody) discardBody(request);
  }

  /** `api` or `cli`; `none` without an interface. */
  get interfaceName(): string {
    return this.of?.name ?? 'none';
  }

  get channel(): string {
    return this.credential?.isTest ? 'test' : this.interfaceName;
  }

  get accountId(): string | undefined {
    return this.credential?.accountId;
  }

  get credentialId(): string | undefined {
    return this.credential?.credentialId;
  }

  /** Appends: a list header, such as Vary, may be sent in several fields. */
  setHeader(name: string, value: string): void {
    this.headers.push(name, value);
  }

  send(status: number, contentType: string, body: Buffer): void {
    this.headers.push('Content-Type', contentType, 'Content-Length', String(body.length));
    this.response.writeHead(status, this.headers);
    this.response.end(body);
  }

  sendEmpty(status: number): void {
    this.response.writeHead(status, this.headers);
    this.response.end();
  }
}
