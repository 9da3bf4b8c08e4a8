import { challengeOf, createPkce } from './pkce';

it('makes the challenge of RFC 7636, appendix B', () => {
  expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

it('makes a new verifier each time, of the allowed form', () => {
  const [one, other] = [createPkce(), createPkce()];
  expect(one.verifier).toMatch(/^[A-Za-z0-9._~-]{43,128}$/);
  expect(one.verifier).not.toBe(other.verifier);
  expect(one.challenge).toBe(challengeOf(one.verifier));
});
