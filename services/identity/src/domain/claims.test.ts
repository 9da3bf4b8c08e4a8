import fc from 'fast-check';
import { personFromClaims } from './claims';

const ISSUER = 'https://issuer.example';
const rule = { claim: 'groups', value: 'heliograph-operators' };

it("reads the person's identity", () => {
  const claims = { sub: 's-1', email: ' Ada@example.com ', email_verified: true, name: ' Ada ' };
  expect(personFromClaims(ISSUER, claims, undefined)).toEqual({
    issuer: ISSUER,
    subject: 's-1',
    email: 'Ada@example.com',
    isEmailVerified: true,
    name: 'Ada',
    isOperator: undefined,
  });
});

it.each([
  [true, true],
  ['true', true],
  [false, false],
  ['false', false],
  [1, undefined],
  [undefined, undefined],
])('email_verified %j means %s', (email_verified, isEmailVerified) => {
  const person = personFromClaims(ISSUER, { sub: 's', email: 'a@b', email_verified }, undefined);
  expect(person?.isEmailVerified).toBe(isEmailVerified);
});

it.each([
  ['heliograph-operators', true],
  [['staff', 'heliograph-operators'], true],
  ['heliograph-operators-not', false],
  [['Heliograph-Operators'], false],
  [{ 'heliograph-operators': true }, false],
  [undefined, false],
])('groups %j: operator %s', (groups, isOperator) => {
  expect(personFromClaims(ISSUER, { sub: 's', groups }, rule)?.isOperator).toBe(isOperator);
});

it.each([undefined, 7, '', 'x'.repeat(256), 'a\u0000b'])('rejects the subject %j', (sub) => {
  expect(personFromClaims(ISSUER, { sub }, undefined)).toBeUndefined();
});

it('survives anything that an issuer may send', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('sub', 'email', 'name', 'email_verified', 'groups'), fc.anything()),
      (claims) => {
        const person = personFromClaims(ISSUER, claims, rule);
        if (!person) return;
        expect(typeof person.subject).toBe('string');
        expect(typeof person.name).toBe('string');
        expect(['string', 'undefined']).toContain(typeof person.email);
      },
    ),
  );
});
