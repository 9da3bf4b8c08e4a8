import type { IncomingMessage, ServerResponse } from 'node:http';
import * as errors from 'oidc-provider/lib/helpers/errors.js';
import type { Provider } from 'oidc-provider/lib/provider.js';
import { People } from './people';
import { refusedPage, signedOutPage, signInOverPage } from './pages/other-pages';
import { sendPage, type Page } from './pages/page';
import { signInPage } from './pages/sign-in-page';
import { createProvider, END_SESSION_PATH, INTERACTION_PATH, SESSION_COOKIE } from './provider';
import { addressToIssuer, dropCookie, readForm } from './request';
import type { DevelopmentIssuerSettings } from './settings';
import { readSignInForm } from './sign-in-form';

/** A Node.js request listener, which may also be mounted: `app.use('/development-issuer', issuer)`. */
export type DevelopmentIssuer = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * An OpenID Connect issuer for one machine and for tests: people sign in as anyone they like. Everything is in memory
 * and ends with the process. Mount it before anything that reads bodies.
 *
 * @throws if NODE_ENV is production, or a setting is invalid.
 */
export async function createDevelopmentIssuer(
  settings: DevelopmentIssuerSettings,
): Promise<DevelopmentIssuer> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error(
      'The development issuer lets anyone sign in as anyone, so it does not run with NODE_ENV=production. ' +
        'Set OIDC_ISSUER_URL to a real issuer.',
    );
  }
  const issuer = new URL(settings.issuerUrl);
  const home = new URL('/', settings.redirectUris[0] ?? issuer).href;
  const people = new People();
  const provider = await createProvider(settings, people, (failure, error, description) =>
    failure instanceof errors.SessionNotFound ? signInOverPage(home) : refusedPage(home, error, description),
  );
  const visit = new Visits(settings, provider, people, home);
  return (request, response) => {
    visit.answer(request, response, addressToIssuer(request, issuer)).catch((error: unknown) => {
      visit.fail(response, error);
    });
  };
}

/** Handles the issuer's requests: the sign-in page and sign-out here, the protocol in the library. */
class Visits {
  private readonly protocol;
  private readonly formTargets: string[];

  constructor(
    private readonly settings: DevelopmentIssuerSettings,
    private readonly provider: Provider,
    private readonly people: People,
    private readonly home: string,
  ) {
    this.protocol = provider.callback();
    this.formTargets = [...new Set(settings.redirectUris.map((uri) => new URL(uri).origin))];
  }

  async answer(request: IncomingMessage, response: ServerResponse, path: string | undefined): Promise<void> {
    // This issuer keeps no sessions: each sign-in asks who the person is, and is new to the library.
    dropCookie(request, SESSION_COOKIE);
    if (path === undefined) this.send(response, { ...signInOverPage(this.home), status: 404 });
    else if (path.startsWith(INTERACTION_PATH)) await this.answerSignIn(request, response);
    else if (path === END_SESSION_PATH) this.endSession(request, response);
    else await this.protocol(request, response);
  }

  /** Reports an unexpected failure, without its text. */
  fail(response: ServerResponse, error: unknown): void {
    if (response.headersSent) response.destroy();
    else if (error instanceof errors.SessionNotFound) this.send(response, signInOverPage(this.home));
    else this.send(response, { ...refusedPage(this.home, 'server_error', ''), status: 500 });
  }

  private async answerSignIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await this.provider.interactionDetails(request, response);
    if (request.method !== 'POST') {
      const hint = typeof params.login_hint === 'string' ? params.login_hint : undefined;
      const email = hint ?? this.settings.prefilledEmail ?? '';
      this.send(response, signInPage({ email, name: '', isOperator: false, emailIssue: '', nameIssue: '' }));
      return;
    }
    const fields = await readForm(request);
    if (!fields) {
      this.send(response, refusedPage(this.home, 'invalid_request', 'The form could not be read.'));
      return;
    }
    if (fields.get('action') === 'cancel') {
      const refusal = { error: 'access_denied', error_description: 'The sign-in was canceled.' };
      await this.finish(request, response, refusal);
      return;
    }
    const form = readSignInForm(fields);
    if (form.emailIssue !== '' || form.nameIssue !== '') {
      this.send(response, signInPage(form));
      return;
    }
    const { email, name, isOperator } = form;
    const accountId = this.people.signIn({ email, name, isOperator });
    await this.finish(request, response, { login: { accountId, remember: false } });
  }

  private finish(request: IncomingMessage, response: ServerResponse, result: object): Promise<void> {
    return this.provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }

  /**
   * OpenID Connect RP-Initiated Logout 1.0. There is no session to end, so the browser goes straight back, to
   * registered addresses only.
   */
  private endSession(request: IncomingMessage, response: ServerResponse): void {
    const { searchParams } = new URL(request.url ?? '/', this.settings.issuerUrl);
    const wanted = searchParams.get('post_logout_redirect_uri');
    if (wanted === null || !this.settings.postLogoutRedirectUris.includes(wanted)) {
      this.send(response, signedOutPage(this.home));
      return;
    }
    const target = new URL(wanted);
    const state = searchParams.get('state');
    if (state !== null) target.searchParams.set('state', state);
    response
      .writeHead(303, { Location: target.href, 'Cache-Control': 'no-store', 'Content-Length': '0' })
      .end();
  }

  private send(response: ServerResponse, page: Page): void {
    sendPage(response, this.settings.look, page, this.formTargets);
  }
}
