import { asCommand } from './as-command';
import { asCurl } from './as-curl';
import { asPython, asTypeScript } from './as-sdk';
import type { Call } from './call';

/** A call in every language that has a client; each runs as is, with the key in the environment. */
export function codeTabs(call: Call, apiUrl: string): { label: string; code: string }[] {
  return [
    { label: 'curl', code: asCurl(call, apiUrl) },
    { label: 'TypeScript', code: asTypeScript(call) },
    { label: 'Python', code: asPython(call) },
    { label: 'CLI', code: asCommand(call) },
  ];
}
