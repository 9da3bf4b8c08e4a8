/** A dot-atom and a domain (RFC 5321, section 4.1.2): no quotes, no comments, nothing that could end a header. */
const PLAIN = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)*[A-Za-z0-9-]{1,63}$/;
const MAXIMUM_LENGTH = 254;
const NAMED = /^(?:"?([^"<>\p{Cc}]{1,100}?)"? *<([^<>]+)>)$/u;

/** Whether any server can send mail there: internationalized addresses need extensions on every server on the way. */
export function isPlainAddress(text: string): boolean {
  return text.length <= MAXIMUM_LENGTH && PLAIN.test(text);
}

/** Parses a sender: `address`, or `Name <address>`. Undefined if it is neither. */
export function senderOf(text: string): { name: string; address: string } | undefined {
  const [, name = '', address = text] = NAMED.exec(text) ?? [];
  return isPlainAddress(address) ? { name, address } : undefined;
}
