import type { Person } from './people';

const MAXIMUM_EMAIL = 254;
const MAXIMUM_NAME = 100;
const EMAIL = /^[^\s@\p{Cc}\p{Cs}]{1,64}@[^\s@\p{Cc}\p{Cs}]+$/u;

/** What the user typed, kept to show it again with validation errors. */
export interface SignInForm extends Person {
  /** Empty if the address is fine. */
  emailIssue: string;
  nameIssue: string;
}

export function readSignInForm(fields: URLSearchParams): SignInForm {
  const email = (fields.get('email') ?? '').trim();
  const name = (fields.get('name') ?? '').trim();
  return {
    email,
    name,
    isOperator: fields.get('operator') === 'yes',
    emailIssue:
      email.length <= MAXIMUM_EMAIL && EMAIL.test(email) ? '' : 'Enter an address like ada@example.com.',
    nameIssue:
      name.length <= MAXIMUM_NAME && !/[\p{Cc}\p{Cs}]/u.test(name)
        ? ''
        : `Enter at most ${MAXIMUM_NAME} characters.`,
  };
}
