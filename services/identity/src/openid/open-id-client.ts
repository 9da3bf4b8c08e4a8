import { FailureLog, type Logger } from '@heliograph/runtime';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  type ClientAuth,
  type ServerMetadata,
} from 'openid-client';
import { personFromClaims, type Claims, type Person } from '../domain/claims';
import { challengeOf } from '../domain/pkce';
import { backChannel } from './back-channel';
import {
  describe,
  shouldRediscover,
  notConfigured,
  signInFailure,
  signInOver,
  unreachable,
  untrusted,
} from './failure';
import { redirectUriOf, signedOutUriOf, type OpenIdSettings } from './settings';

/** Timeout of a request to the issuer. */
const TIMEOUT_SECONDS = 5;
/** Longer ID tokens, as with hundreds of groups, would make the sign-out's URL too long for servers. */
const MAXIMUM_HINT_LENGTH = 4_000;
/** How long the issuer's metadata is used before it is read again. */
const DISCOVERED_FOR_MS = 60 * 60 * 1_000;

/** What identifies one sign-in. */
interface SignInSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

interface Redeemed {
  person: Person;
  /** For {@link OpenIdClient.endSessionUrl}; undefined if it is too long for that. */
  idToken: string | undefined;
}

interface Discovered {
  configuration: Promise<Configuration>;
  /** On a monotonic clock. */
  at: number;
}

/**
 * Our side of OpenID Connect: the authorization code flow with PKCE, state, and nonce, checking signatures. The
 * issuer's metadata is fetched at the first sign-in, so that the issuer may start later than this service, and again
 * after a failure.
 */
export class OpenIdClient {
  private discovered: Discovered | undefined;

  private readonly failures: FailureLog;

  constructor(
    private readonly settings: OpenIdSettings | undefined,
    logger: Logger,
  ) {
    this.failures = new FailureLog(logger);
  }

  /**
   * Where to send a browser to sign in.
   *
   * @throws ServiceError `unavailable` when no issuer is configured, or it does not answer.
   */
  async authorizationUrl({ state, nonce, codeVerifier }: SignInSecrets): Promise<string> {
    const { scopes, dashboardUrl } = this.requireSettings();
    const configuration = await this.configuration();
    return buildAuthorizationUrl(configuration, {
      response_type: 'code',
      redirect_uri: redirectUriOf(dashboardUrl),
      scope: scopes,
      state,
      nonce,
      code_challenge: challengeOf(codeVerifier),
      code_challenge_method: 'S256',
    }).href;
  }

  /**
   * The person who returned from the issuer with this query.
   *
   * @throws ServiceError `missing_credentials` when the query does not belong to this sign-in, `invalid_credentials`
   *   when the issuer refused or its response cannot be trusted, `unavailable` when it does not answer.
   */
  async redeem(query: string, { state, nonce, codeVerifier }: SignInSecrets): Promise<Redeemed> {
    const { dashboardUrl } = this.requireSettings();
    const callback = new URL(redirectUriOf(dashboardUrl));
    callback.search = query;
    const states = callback.searchParams.getAll('state');
    if (states.length !== 1 || states[0] !== state) throw signInOver();
    const configuration = await this.configuration();
    try {
      const tokens = await authorizationCodeGrant(configuration, callback, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const person = await this.personOf(configuration, tokens.claims()!, tokens.access_token);
      const hint = tokens.id_token;
      return { person, idToken: hint && hint.length <= MAXIMUM_HINT_LENGTH ? hint : undefined };
    } catch (error) {
      if (shouldRediscover(error)) this.discovered = undefined;
      const failure = signInFailure(error);
      this.failures.warn({ err: failure.cause, code: failure.code }, 'a sign-in failed at the issuer');
      throw failure;
    }
  }

  /**
   * Where the issuer ends its own session; empty if it has no such endpoint or cannot be reached. Never rejects.
   *
   * @param idToken of the session: Okta and Ory Hydra refuse a sign-out without it, others ask the user to confirm it.
   */
  async endSessionUrl(idToken: string | undefined): Promise<string> {
    if (!this.settings) return '';
    try {
      const configuration = await this.configuration();
      const { end_session_endpoint: endpoint, issuer } = configuration.serverMetadata();
      if (endpoint === undefined) return '';
      const signedOutUri = signedOutUriOf(this.settings.dashboardUrl);
      const isHint = idToken !== undefined && isFor(idToken, issuer, this.settings.clientId);
      return buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: signedOutUri,
        // Amazon Cognito's name for it; others ignore unknown parameters (RFC 6749, section 3.1).
        logout_uri: signedOutUri,
        ...(isHint && { id_token_hint: idToken }),
      }).href;
    } catch {
      return '';
    }
  }

  private requireSettings(): OpenIdSettings {
    if (!this.settings) throw notConfigured();
    return this.settings;
  }

  /** The ID token's claims, completed from the userinfo endpoint if needed. */
  private async personOf(
    configuration: Configuration,
    claims: Claims & { sub: string },
    accessToken: string,
  ): Promise<Person> {
    const { issuer, userinfo_endpoint: userinfo } = configuration.serverMetadata();
    const rule = this.settings?.operatorRule;
    const isComplete = claims.email !== undefined && (!rule || claims[rule.claim] !== undefined);
    let known: Claims = claims;
    if (!isComplete && userinfo !== undefined) {
      const more: Claims = await fetchUserInfo(configuration, accessToken, claims.sub);
      // An address and its verification must come from the same place.
      known = claims.email === undefined ? { ...claims, ...more } : { ...more, ...claims };
      if (claims.email !== undefined) known = { ...known, email_verified: claims.email_verified };
    }
    if (rule && isElsewhere(known, rule.claim)) {
      this.failures.warn(
        { claim: rule.claim },
        'the issuer left out the claim of OIDC_OPERATOR_CLAIM, so a user is no operator; Entra ID does with over 200 groups: use an app role',
      );
    }
    if (this.settings?.trustsEmail === true) known = { ...known, email_verified: true };
    const person = personFromClaims(issuer, known, rule);
    if (!person) throw untrusted(new Error('the ID token has no usable subject'));
    return person;
  }

  /** One discovery at a time, and none while the last one is fresh. */
  private configuration(): Promise<Configuration> {
    const now = performance.now();
    if (!this.discovered || now - this.discovered.at > DISCOVERED_FOR_MS) {
      const discovered = { configuration: this.discover(), at: now };
      this.discovered = discovered;
      discovered.configuration.catch(() => {
        if (this.discovered === discovered) this.discovered = undefined;
      });
    }
    return this.discovered.configuration;
  }

  private async discover(): Promise<Configuration> {
    const settings = this.requireSettings();
    const { issuerUrl, clientId, clientSecret } = settings;
    const fetchFromIssuer = backChannel(settings);
    // Settings allow http only on this machine.
    const execute = issuerUrl.startsWith('http:') ? [allowInsecureRequests] : [];
    try {
      const found = await discovery(new URL(issuerUrl), clientId, undefined, None(), {
        execute,
        timeout: TIMEOUT_SECONDS,
        ...(fetchFromIssuer && { [customFetch]: fetchFromIssuer }),
      });
      const metadata = found.serverMetadata();
      const configuration = new Configuration(
        metadata,
        clientId,
        {},
        clientAuthentication(metadata, clientSecret),
      );
      configuration.timeout = TIMEOUT_SECONDS;
      if (fetchFromIssuer) configuration[customFetch] = fetchFromIssuer;
      for (const extension of [...execute, enableNonRepudiationChecks]) extension(configuration);
      return configuration;
    } catch (error) {
      const cause = describe(error);
      this.failures.error({ err: cause, issuerUrl }, 'the issuer of OIDC_ISSUER_URL cannot be used');
      throw unreachable(cause);
    }
  }
}

/** HTTP Basic unless the issuer only accepts the secret in the form; RFC 8414, section 2, makes Basic the default. */
function clientAuthentication(metadata: ServerMetadata, secret: string | undefined) {
  if (secret === undefined) return None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? clientSecretBasic(secret) : ClientSecretPost(secret);
}

/**
 * RFC 6749, section 2.3.1. The library's own also encodes `-`, `.`, and `_`, which the form encoding keeps; to issuers
 * that decode nothing, such as GitLab, that is another secret.
 */
function clientSecretBasic(secret: string): ClientAuth {
  return (_metadata, { client_id: id }, _body, headers) => {
    const encoded = [id, secret].map((value) => new URLSearchParams({ '': value }).toString().slice(1));
    headers.set('authorization', `Basic ${btoa(encoded.join(':'))}`);
  };
}

/** Whether a claim is only named, and must be asked for elsewhere (OpenID Connect Core, section 5.6.2). */
function isElsewhere({ _claim_names: names, ...claims }: Claims, claim: string): boolean {
  return claims[claim] === undefined && typeof names === 'object' && names !== null && claim in names;
}

/** Whether an ID token, whose signature was once checked, is of this issuer and client: both may have changed since. */
function isFor(idToken: string, issuer: string, clientId: string): boolean {
  const [, payload = ''] = idToken.split('.');
  const { iss, aud } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Claims;
  return iss === issuer && [aud].flat().includes(clientId);
}
