import { isUuid } from '@heliograph/runtime';

/** People's free text: bounded, no control characters (PostgreSQL stores no NUL), no lone surrogates. */
export function isText(text: string, maximumLength: number): boolean {
  return text.length <= maximumLength && !/[\p{Cc}\p{Cs}]/u.test(text);
}

/** Whether a text can be an id of this service; anything else matches nothing. */
export function isId(text: string): boolean {
  return isUuid(text);
}
