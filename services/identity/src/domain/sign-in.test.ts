import fc from 'fast-check';
import type { Role, RoleGiver } from './account';
import { decideSignIn, roleAfterSignIn } from './sign-in';

const anyPerson = fc.record({
  issuer: fc.constant('https://issuer.example'),
  subject: fc.constant('subject'),
  email: fc.constantFrom('ada@example.com', undefined),
  isEmailVerified: fc.constantFrom(true, false, undefined),
  name: fc.constant(''),
  isOperator: fc.constantFrom(true, false, undefined),
});
const anyOwner = fc.option(
  fc.record({
    accountId: fc.constant('owner'),
    hasIdentityOfIssuer: fc.boolean(),
    isUnverified: fc.boolean(),
  }),
  { nil: undefined },
);

it('uses the account of issuer and subject, whatever the address is', () => {
  fc.assert(
    fc.property(anyPerson, anyOwner, (person, owner) => {
      expect(decideSignIn(person, 'known', owner)).toEqual({ kind: 'returned', accountId: 'known' });
    }),
  );
});

it('takes over an account only for a verified address, if no other person of the issuer has or claimed it', () => {
  fc.assert(
    fc.property(anyPerson, anyOwner, (person, owner) => {
      const decision = decideSignIn(person, undefined, owner);
      const mayLink =
        owner !== undefined &&
        !owner.hasIdentityOfIssuer &&
        !owner.isUnverified &&
        person.isEmailVerified === true &&
        person.email !== undefined;
      expect(decision.kind === 'linked').toBe(mayLink);
    }),
  );
});

it('creates an account for an unused address, verified or not, and otherwise refuses with the reason', () => {
  const person = fc.sample(anyPerson, 1)[0]!;
  const ada = { ...person, email: 'ada@example.com', isEmailVerified: false };
  const owner = { accountId: 'owner', hasIdentityOfIssuer: false, isUnverified: false };
  expect(decideSignIn(ada, undefined, undefined)).toEqual({
    kind: 'created',
    email: 'ada@example.com',
    formerOwnerId: undefined,
  });
  expect(decideSignIn({ ...ada, email: undefined }, undefined, undefined)).toMatchObject({
    reason: 'no_email',
  });
  expect(decideSignIn(ada, undefined, owner)).toMatchObject({ reason: 'email_unverified' });
  expect(decideSignIn(ada, undefined, { ...owner, hasIdentityOfIssuer: true })).toMatchObject({
    reason: 'email_taken',
  });
});

it('takes an address only from a person who claimed it, and only for its owner', () => {
  fc.assert(
    fc.property(anyPerson, anyOwner, (person, owner) => {
      const decision = decideSignIn(person, undefined, owner);
      const isTaken = decision.kind === 'created' && decision.formerOwnerId !== undefined;
      const mayTake =
        owner?.isUnverified === true && person.isEmailVerified === true && person.email !== undefined;
      expect(isTaken).toBe(mayTake);
    }),
  );
});

it.each([
  ['user', 'command', undefined, 'user'],
  ['user', 'command', false, 'user'],
  ['user', 'command', true, 'operator'],
  ['user', 'claim', true, 'operator'],
  ['operator', 'claim', true, 'operator'],
  ['operator', 'claim', false, 'user'],
  ['operator', 'claim', undefined, 'operator'],
  ['operator', 'command', false, 'operator'],
] as [Role, RoleGiver, boolean | undefined, Role][])(
  'turns a %s by %s, with the claim %s, into a %s',
  (role, givenBy, isOperator, after) => {
    expect(roleAfterSignIn({ role, givenBy }, isOperator).role).toBe(after);
  },
);

it('does not let the claim replace a role assigned by command', () => {
  const held = { role: 'operator', givenBy: 'command' } as const;
  expect(roleAfterSignIn(roleAfterSignIn(held, true), false).role).toBe('operator');
});
