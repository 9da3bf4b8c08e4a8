import { hostname, userInfo } from 'node:os';
import { printable } from '../output/printable';

const LONGEST = 100;

/** How this machine is listed among the account's logins: `ada@workstation`. */
export function deviceName(): string {
  return limited([userName(), hostname()].filter(Boolean).join('@')) || 'unnamed device';
}

/** As the API takes it: 1 to 100 characters (UTF-16 units), none of them invisible. */
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
    // A user id without an entry in the user database, as in containers.
    return '';
  }
}
