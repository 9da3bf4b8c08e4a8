/** Free text of people: bounded, no control characters (PostgreSQL holds no NUL), no lone surrogates. */
export function isText(text: string, maximumLength: number): boolean {
  return text.length <= maximumLength && !/[\p{Cc}\p{Cs}]/u.test(text);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text can be one of this service's ids; anything else is the id of nothing. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
