import { challengeOf, createPkce } from './pkce';

it('computes the challenge of RFC 7636, appendix B', () => {
  expect(challengeOf('dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk')).toBe(
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  );
});

it('generates a new valid verifier each time', () => {
  const [one, other] = [createPkce(), createPkce()];
  expect(one.verifier).toMatch(/^[A-Za-z0-9._~-]{43,128}$/);
  expect(one.verifier).not.toBe(other.verifier);
  expect(one.challenge).toBe(challengeOf(one.verifier));
});
