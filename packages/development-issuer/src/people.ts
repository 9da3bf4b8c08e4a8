import { createHash } from 'node:crypto';

/** The identity a person claims. */
export interface Person {
  email: string;
  /** May be empty. */
  name: string;
  isOperator: boolean;
}

const MAXIMUM_PEOPLE = 5_000;

/** People who signed in, as they last described themselves; the least recent one is forgotten first. */
export class People {
  private readonly bySubject = new Map<string, Person>();

  /** @returns the person's subject: the same for an address at every sign-in and after every restart. */
  signIn(person: Person): string {
    const subject = subjectOf(person.email);
    this.bySubject.delete(subject);
    this.bySubject.set(subject, person);
    const [oldest] = this.bySubject.keys();
    if (this.bySubject.size > MAXIMUM_PEOPLE && oldest !== undefined) this.bySubject.delete(oldest);
    return subject;
  }

  /** The claims of OpenID Connect Core, section 5.1, and `roles`. */
  claimsOf(subject: string): { sub: string; [claim: string]: unknown } | undefined {
    const person = this.bySubject.get(subject);
    if (!person) return undefined;
    return {
      sub: subject,
      email: person.email,
      email_verified: true,
      ...(person.name !== '' && { name: person.name }),
      roles: person.isOperator ? ['operator'] : [],
    };
  }
}

function subjectOf(email: string): string {
  return createHash('sha256').update(email.normalize('NFC').toLowerCase()).digest('base64url').slice(0, 22);
}
