import { createHash, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { call, startTestIdentity } from './identity';
import { openIdSettings, startServer } from './issuer-server';
import type { ReturnedBrowser, SignInFixture } from './sign-in';

/** What the issuer does wrong, or differently from the development issuer. */
interface Behaviour {
  /** The userinfo endpoint's response; without it there is no such endpoint. */
  userInfo: Record<string, unknown> | undefined;
  /** Signs with a key that the issuer does not publish. */
  isForged: boolean;
  /** Paths with a replaced response. */
  failures: Partial<Record<'discovery' | 'token', (response: ServerResponse) => void>>;
  metadata: Record<string, unknown>;
}

export interface FakeIssuer extends SignInFixture {
  behavior: Behaviour;
  /** Number of requests per path. */
  visits: Map<string, number>;
  /** How the client last authenticated: `form`, or the header. */
  clientAuthentication: () => string;
  /**
   * Sends a browser to the issuer, which lets everyone through.
   *
   * @param claims of the ID token, merged over correct ones.
   */
  visit(claims?: Record<string, unknown>): Promise<ReturnedBrowser>;
}

interface Pending {
  nonce: string;
  challenge: string;
  claims: Record<string, unknown>;
}

/** An issuer that misbehaves on demand, and an identity service that uses it. */
export async function startFakeIssuer(settings: NodeJS.ProcessEnv = {}): Promise<FakeIssuer> {
  const server = await startServer();
  const issuer = server.root;
  const [published, hidden] = [makeKey(), makeKey()];
  const behavior: Behaviour = {
    userInfo: undefined,
    isForged: false,
    failures: {},
    metadata: {},
  };
  const pending = new Map<string, Pending>();
  const visits = new Map<string, number>();
  let clientAuthentication = '';

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    ...(behavior.userInfo && { userinfo_endpoint: `${issuer}/userinfo` }),
    ...behavior.metadata,
  });

  async function answerToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = new URLSearchParams(await text(request));
    clientAuthentication = request.headers.authorization ?? (form.has('client_secret') ? 'form' : '');
    const sign = pending.get(form.get('code') ?? '');
    pending.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (sign?.challenge !== challenge) {
      json(response, { error: 'invalid_grant' }, 400);
      return;
    }
    const { claims } = sign;
    const idToken = await new SignJWT({ sub: 'subject', nonce: sign.nonce, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid: 'key' })
      .setIssuer((claims.iss as string | undefined) ?? issuer)
      .setAudience((claims.aud as string | undefined) ?? 'heliograph-dashboard')
      .setIssuedAt()
      .setExpirationTime((claims.exp as number | undefined) ?? '5 minutes')
      .sign(behavior.isForged ? hidden : published);
    json(response, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: idToken });
  }

  server.listener = (request, response) => {
    const path = new URL(request.url!, issuer).pathname;
    visits.set(path, (visits.get(path) ?? 0) + 1);
    switch (path) {
      case '/.well-known/openid-configuration':
        if (behavior.failures.discovery) behavior.failures.discovery(response);
        else json(response, metadata());
        break;
      case '/jwks':
        void exportPublic(published).then((key) => json(response, { keys: [key] }));
        break;
      case '/token':
        if (behavior.failures.token) behavior.failures.token(response);
        else void answerToken(request, response);
        break;
      case '/userinfo':
        json(response, behavior.userInfo);
        break;
      default:
        response.writeHead(404).end();
    }
  };

  const running = await startTestIdentity({ ...openIdSettings(server.root, issuer), ...settings });
  return {
    running,
    dashboardUrl: server.root,
    server,
    behavior,
    visits,
    clientAuthentication: () => clientAuthentication,
    visit: async (claims = {}) => {
      const { authorizationUrl, attemptSecret } = await running.signIn.beginSignIn({ returnTo: '/' }, call);
      const query = new URL(authorizationUrl).searchParams;
      const code = randomUUID();
      pending.set(code, { nonce: query.get('nonce')!, challenge: query.get('code_challenge')!, claims });
      const callback = new URLSearchParams({ code, state: query.get('state')! });
      return { attemptSecret, callbackQuery: callback.toString() };
    },
    stop: async () => {
      await running.stop();
      await server.close();
    },
  };
}

function makeKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

async function exportPublic(key: KeyObject): Promise<object> {
  const { d: _secret, ...rest } = await exportJWK(key);
  return { ...rest, kid: 'key', alg: 'ES256', use: 'sig' };
}

function json(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
