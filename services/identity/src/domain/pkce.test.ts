import { challengeOf, isCodeChallenge, matchesChallenge } from './pkce';

// RFC 7636, appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM';

it('is the S256 of RFC 7636', () => {
  expect(challengeOf(VERIFIER)).toBe(CHALLENGE);
  expect(matchesChallenge(VERIFIER, CHALLENGE)).toBe(true);
});

it('accepts only whole verifiers of 43 to 128 characters', () => {
  for (const verifier of ['~'.repeat(43), 'x'.repeat(128)])
    expect(matchesChallenge(verifier, challengeOf(verifier))).toBe(true);
  for (const verifier of ['x'.repeat(42), 'x'.repeat(129), `${VERIFIER}!`, `!${VERIFIER}`])
    expect(matchesChallenge(verifier, challengeOf(verifier))).toBe(false);
});

it.each(['', VERIFIER.slice(1), `${VERIFIER}x`, CHALLENGE, 'x'.repeat(129), `${VERIFIER}\n`])(
  'rejects %j as a verifier',
  (verifier) => {
    expect(matchesChallenge(verifier, CHALLENGE)).toBe(false);
  },
);

it.each(['', CHALLENGE.slice(1), `${CHALLENGE}=`, `=${CHALLENGE}`, `${CHALLENGE.slice(1)}+`])(
  'rejects %j as a challenge',
  (text) => {
    expect(isCodeChallenge(text)).toBe(false);
    expect(matchesChallenge(VERIFIER, text)).toBe(false);
  },
);
