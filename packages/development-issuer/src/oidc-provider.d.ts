/**
 * The parts of oidc-provider 9 that this package uses; the library has no types of its own. They are loaded separately,
 * because loading all of it prints a warning on Node.js 20.
 */
declare module 'oidc-provider/lib/provider.js' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Interaction {
    uid: string;
    params: Record<string, unknown>;
  }

  export interface ProviderContext {
    status: number;
    body: unknown;
    set(name: string, value: string): void;
    oidc: {
      client: { clientId: string };
      session: { accountId: string };
      params: { scope: string };
      result?: { login?: unknown };
      provider: Provider;
    };
  }

  interface Grant {
    addOIDCScope(scope: string): void;
    save(ttlSeconds: number): Promise<string>;
  }

  export class Provider {
    constructor(issuer: string, configuration: object);
    /** Trust the X-Forwarded headers. */
    proxy: boolean;
    /** Print no errors. */
    silent: boolean;
    readonly Grant: new (properties: { clientId: string; accountId: string }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
    on(event: 'server_error', listener: (context: ProviderContext, error: unknown) => void): void;
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  /** For the models of one provider. */
  export function createMemoryAdapter(): (model: string) => object;
}

declare module 'oidc-provider/lib/helpers/errors.js' {
  export const SessionNotFound: new (text: string) => Error;
}

declare module 'oidc-provider/lib/helpers/interaction_policy/index.js' {
  import type { ProviderContext } from 'oidc-provider/lib/provider.js';

  export class Check {
    constructor(
      reason: string,
      description: string,
      check: (context: ProviderContext) => boolean | Promise<boolean>,
    );
    static readonly REQUEST_PROMPT: true;
    static readonly NO_NEED_TO_PROMPT: false;
  }
  export class Prompt {
    constructor(options: { name: string; requestable: boolean }, ...checks: Check[]);
  }
}
