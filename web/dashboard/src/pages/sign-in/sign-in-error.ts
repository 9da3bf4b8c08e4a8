/** The sign-in page's text for each code the server redirects with. The URL holds only the code. */
const TEXTS: Readonly<Record<string, { title: string; text: string }>> = {
  missing_credentials: {
    title: 'The sign-in took too long',
    text: 'It was started in another browser, or has expired. Start again.',
  },
  expired_credentials: { title: 'The sign-in took too long', text: 'It has expired. Start again.' },
  invalid_credentials: {
    title: 'The sign-in was refused',
    text: 'Your identity provider did not confirm who you are. Start again, or use another account there.',
  },
  access_denied: {
    title: 'The sign-in was canceled',
    text: 'You canceled sign-in, or your identity provider denied access.',
  },
  account_suspended: {
    title: 'Your account is suspended',
    text: 'Contact the operator of this installation.',
  },
  account_disabled: { title: 'Your account is disabled', text: 'Contact the operator of this installation.' },
  access_restricted: {
    title: 'Heliograph is not available at the moment',
    text: 'Access is restricted for everyone for now. Try again later.',
  },
  email_taken: {
    title: 'This email belongs to another sign-in',
    text: 'An account with your email exists under another identity. Sign in with that one, or contact the operator of this installation.',
  },
  email_unverified: {
    title: 'Your email is not verified',
    text: 'Your identity provider has not verified your email address. Verify it there, then start again.',
  },
  no_email: {
    title: 'Your email address is missing',
    text: 'Your identity provider did not share your email address. Allow access to your email, then try again.',
  },
  not_configured: {
    title: 'Sign-in is not set up',
    text: 'The operator of this installation has to set OIDC_ISSUER_URL and OIDC_CLIENT_ID to an OpenID Connect issuer.',
  },
  rate_limited: { title: 'Too many sign-ins', text: 'Wait a minute, then start again.' },
  unavailable: {
    title: 'Sign-in is not available at the moment',
    text: 'The identity provider cannot be reached. Try again shortly.',
  },
};

const OTHERWISE = {
  title: 'Sign-in failed',
  text: 'Start again. If it fails again, contact the operator of this installation.',
};

/** Safari keeps no `Secure` cookie from a plain http address, not even from this machine's. */
const ON_HTTP = 'Safari keeps no sign-in from an http address: use another browser there, or https.';

/** @param protocol the page's, such as "https:". */
export function signInError(code: string, protocol: string): { title: string; text: string } {
  const { title, text } = Object.hasOwn(TEXTS, code) ? TEXTS[code]! : OTHERWISE;
  if (code !== 'missing_credentials' || protocol !== 'http:') return { title, text };
  return { title: 'The sign-in was not kept', text: `${text} ${ON_HTTP}` };
}
