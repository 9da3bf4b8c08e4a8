import { decodeJwt } from 'jose';
import { answerPage, beginSignIn, startIssuer, type RunningIssuer, type SignIn } from './support';

const mounts = ['/development-issuer', '', '/two/levels'];

describe.each(mounts)('mounted at "%s"', (mountPath) => {
  let issuer: RunningIssuer;
  beforeAll(async () => {
    issuer = await startIssuer(mountPath);
  });
  afterAll(() => issuer.stop());

  async function redeem(
    code: string,
    { verifier }: SignIn,
  ): Promise<{ id_token: string; access_token: string }> {
    const basic = Buffer.from(`dashboard:${encodeURIComponent(issuer.settings.clientSecret)}`).toString(
      'base64',
    );
    const response = await fetch(`${issuer.issuerUrl}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: issuer.redirectUri,
        code_verifier: verifier,
      }),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { id_token: string; access_token: string };
  }

  async function signIn(fields: Record<string, string>) {
    const begun = await beginSignIn(issuer);
    const query = await answerPage(issuer, begun, fields);
    const tokens = await redeem(query.get('code')!, begun);
    return { query, tokens, claims: decodeJwt(tokens.id_token) };
  }

  it('is where its discovery document says', async () => {
    const response = await fetch(`${issuer.issuerUrl}/.well-known/openid-configuration`);
    const metadata = (await response.json()) as Record<string, unknown>;
    expect(metadata).toMatchObject({
      issuer: issuer.issuerUrl,
      authorization_endpoint: `${issuer.issuerUrl}/auth`,
      token_endpoint: `${issuer.issuerUrl}/token`,
      userinfo_endpoint: `${issuer.issuerUrl}/me`,
      jwks_uri: `${issuer.issuerUrl}/jwks`,
      end_session_endpoint: `${issuer.issuerUrl}/session/end`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    });
  });

  it('signs people in as anyone they claim to be', async () => {
    const { query, claims, tokens } = await signIn({
      email: ' ada@example.com ',
      name: 'Ada Lovelace',
      operator: 'yes',
    });
    expect(query.get('state')).toBe('the state');
    expect(claims).toMatchObject({
      iss: issuer.issuerUrl,
      aud: 'dashboard',
      nonce: 'the nonce',
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada Lovelace',
      roles: ['operator'],
    });
    const response = await fetch(`${issuer.issuerUrl}/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await response.json()).toMatchObject({ sub: claims.sub, email: 'ada@example.com' });
  });

  it('gives each address one subject, however it is written', async () => {
    const first = await signIn({ email: 'Grace@example.com', name: '' });
    const second = await signIn({ email: 'grace@EXAMPLE.com', name: 'Grace' });
    const other = await signIn({ email: 'grace@example.org', name: '' });
    expect(first.claims.name).toBeUndefined();
    expect(first.claims.roles).toEqual([]);
    expect(second.claims.sub).toBe(first.claims.sub);
    expect(other.claims.sub).not.toBe(first.claims.sub);
  });
});

describe('one browser', () => {
  let issuer: RunningIssuer;
  beforeAll(async () => {
    issuer = await startIssuer('/development-issuer');
  });
  afterAll(() => issuer.stop());

  it('asks again at the next sign-in, which can be for someone else', async () => {
    const first = await beginSignIn(issuer);
    expect((await answerPage(issuer, first, { email: 'one@example.com' })).get('code')).not.toBeNull();
    const second = await beginSignIn(issuer, {}, first.browser);
    expect(second.page.text).toContain('<h1>Sign in</h1>');
    expect((await answerPage(issuer, second, { email: 'two@example.com' })).get('code')).not.toBeNull();
  });

  it('may sign in in two tabs at once', async () => {
    const first = await beginSignIn(issuer);
    const second = await beginSignIn(issuer, {}, first.browser);
    expect((await answerPage(issuer, first, { email: 'one@example.com' })).get('code')).not.toBeNull();
    expect((await answerPage(issuer, second, { email: 'two@example.com' })).get('code')).not.toBeNull();
  });

  it('can cancel, and the client is told', async () => {
    const begun = await beginSignIn(issuer);
    const query = await answerPage(issuer, begun, { action: 'cancel' });
    expect(query.get('error')).toBe('access_denied');
    expect(query.get('state')).toBe('the state');
    expect(query.get('code')).toBeNull();
  });

  it('is refused without PKCE, with a reason', async () => {
    const { redirectUri } = issuer;
    const query = new URLSearchParams({
      client_id: 'dashboard',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: redirectUri,
    });
    const response = await fetch(`${issuer.issuerUrl}/auth?${query}`, { redirect: 'manual' });
    const target = new URL(response.headers.get('location')!);
    expect(target.origin + target.pathname).toBe(redirectUri);
    expect(target.searchParams.get('error')).toBe('invalid_request');
  });

  it('is never sent to an address that the client did not register', async () => {
    const { page } = await beginSignIn(issuer, { redirect_uri: 'https://evil.example/callback' });
    expect(page.status).toBe(400);
    expect(page.location).toBeUndefined();
    expect(page.text).toContain('redirect_uri');
  });
});
