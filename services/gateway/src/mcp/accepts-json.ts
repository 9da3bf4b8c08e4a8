/** Whether an Accept header allows a JSON response (RFC 9110, section 12.5.1). Without one, anything is accepted. */
export function acceptsJson(accept = '*/*'): boolean {
  return accept
    .split(',')
    .some(
      (range) =>
        /^\s*(?:\*\/\*|application\/(?:\*|json))\s*(?:;|$)/i.test(range) &&
        !/;\s*q=0(?:\.0*)?\s*$/i.test(range),
    );
}
