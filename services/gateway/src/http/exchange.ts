import { discardBody, Exchange as EdgeExchange } from '@heliograph/edge';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Credential } from '../credentials/credential-verifier';

/** What an exchange has to know of its operation. */
interface AskedOperation {
  name: string;
  /** The interface that it belongs to; its name is the channel of all but test keys. */
  of?: { name: string };
  takesBody?: boolean;
}

/**
 * One request and its answer. Headers are gathered in a flat list and written once: it is what Node's HTTP server
 * takes fastest.
 */
export class Exchange extends EdgeExchange {
  /** Set once the credential was found valid. */
  credential: Credential | undefined;
  private readonly interfaceName: string;
  /** How long its answer is replayed under its Idempotency-Key; as long as the ledger keeps answers when undefined. */
  readonly replaySeconds: number | undefined = undefined;
  private readonly headers: string[];

  constructor(request: IncomingMessage, response: ServerResponse, operation: AskedOperation) {
    super(request, response, operation.name);
    this.interfaceName = operation.of?.name ?? 'none';
    this.headers = ['X-Request-Id', this.requestId, 'X-Content-Type-Options', 'nosniff'];
    // A body that the operation does not read is thrown away as it comes.
    if (!operation.takesBody && this.hasBody) discardBody(request);
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

  /** Appends: a list, such as Vary, may come in several fields. */
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
