/** RFC 5321, section 4.5.3.1: 64 octets of local part, 254 in all as a path minus its brackets. */
const MAXIMUM_LENGTH = 254;
const FORM = /^[^\s@\p{Cc}\p{Cs}]{1,64}@[^\s@\p{Cc}\p{Cs}]+$/u;

/** Whether a text can be an address: something, an at sign, something. Only sending a message would prove more. */
export function isEmail(text: string): boolean {
  return text.length <= MAXIMUM_LENGTH && FORM.test(text);
}

/** Normalizes addresses for comparison: those that differ only in case, or in how accents are encoded, are equal. */
export function emailKey(email: string): string {
  return email.normalize('NFC').toLowerCase();
}
