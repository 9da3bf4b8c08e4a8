import { challengeOf, isCodeChallenge, matchesChallenge } from './pkce';

// RFC 7636, appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

it('is the S256 of RFC 7636', () => {
  expect(challengeOf(VERIFIER)).toBe(CHALLENGE);
  expect(matchesChallenge(VERIFIER, CHALLENGE)).toBe(true);
});

it.each(['', VERIFIER.slice(1), `${VERIFIER}x`, CHALLENGE, 'x'.repeat(129), `${VERIFIER}\n`])(
  'rejects %j as a verifier',
  (verifier) => {
    expect(matchesChallenge(verifier, CHALLENGE)).toBe(false);
  },
);

it.each(['', CHALLENGE.slice(1), `${CHALLENGE}=`, `${CHALLENGE.slice(1)}+`])(
  'rejects %j as a challenge',
  (text) => {
    expect(isCodeChallenge(text)).toBe(false);
    expect(matchesChallenge(VERIFIER, text)).toBe(false);
  },
);
