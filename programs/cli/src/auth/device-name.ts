import { hostname, userInfo } from 'node:os';
import { printable } from '../output/printable';

const LONGEST = 100;

/** This machine's name in the account's list of logins: `ada@workstation`. */
export function deviceName(): string {
  return limited([userName(), hostname()].filter(Boolean).join('@')) || 'unnamed device';
}

/** Reduced to what the API accepts: 1 to 100 UTF-16 code units, none invisible; `''` if nothing remains. */
export function limited(name: string): string {
  let text = '';
  for (const character of printable(name)
    .replace(/\p{Cf}/gu, '')
    .trim()) {
    if (text.length + character.length > LONGEST) break;
    text += character;
  }
  return text;
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // The user id has no entry in the user database, as in containers.
    return '';
  }
}
