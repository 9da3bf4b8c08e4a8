import { domainToASCII, domainToUnicode } from 'node:url';

/** RFC 5321, section 4.5.3.1: 64 octets of local part, 254 in all as a path minus its brackets. */
const MAXIMUM_LENGTH = 254;
const FORM = /^[^\s@\p{Cc}\p{Cs}]{1,64}@[^\s@\p{Cc}\p{Cs}]+$/u;

/** What {@link domainToASCII} converts; it parses anything else as a URL's host, such as a path after it. */
const DOMAIN = /^[\p{L}\p{M}\p{N}._\u3002\uff0e\uff61-]+$/u;

/** Whether a text can be an address: something, an at sign, something. Only sending a message would prove more. */
export function isEmail(text: string): boolean {
  return text.length <= MAXIMUM_LENGTH && FORM.test(text);
}

/**
 * Normalizes addresses for comparison: those are equal that differ only in case, in how accents are encoded, or in
 * whether the domain is in Unicode or in ASCII (RFC 5891): browsers' email fields convert it, APIs and issuers may not.
 */
export function emailKey(email: string): string {
  return withDomain(email.normalize('NFC').toLowerCase(), domainToASCII);
}

/** The {@link emailKey}, first, and what earlier versions stored instead: they kept domains in Unicode. */
export function emailKeys(email: string): string[] {
  const key = emailKey(email);
  return [...new Set([key, withDomain(key, domainToUnicode)])];
}

function withDomain(address: string, convert: (domain: string) => string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  const isConvertible = at > 0 && DOMAIN.test(domain) && /[^\0-\x7f]|xn--/.test(domain);
  return isConvertible ? address.slice(0, at) + (convert(domain) || domain) : address;
}
