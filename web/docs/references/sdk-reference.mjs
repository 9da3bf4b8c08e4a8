import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The page of everything the SDK exports, generated from its source by TypeDoc. */
export function sdkReference() {
  const out = mkdtempSync(join(tmpdir(), 'heliograph-typedoc-'));
  try {
    execFileSync(join(root, 'node_modules/.bin/typedoc'), ['--out', out], {
      cwd: join(root, 'packages/sdk'),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const made = readFileSync(join(out, 'sdk-reference.md'), 'utf8');
    return [
      '# SDK reference',
      'Everything that `@heliograph/sdk` exports. For how to use it, see [SDK](sdk.md).',
      withoutNoise(made),
    ].join('\n\n');
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** Drops what the signature already says; the site adds its own anchors and rules. */
function withoutNoise(markdown) {
  return markdown
    .replaceAll(/<a id="[^"]*"><\/a> /g, '')
    .replaceAll(/^\*\*\*$/gm, '')
    .replaceAll(/^#+ Returns\n\n[^\n]+\n/gm, '')
    .replaceAll(/^#+ Extended by\n\n(?:- [^\n]+\n)+/gm, '')
    .replaceAll(/^#+ Overrides\n\n[^\n]+\n/gm, '')
    .replaceAll(/^### (?:Methods|Properties)\n/gm, '')
    .replaceAll(/^### Constructors\n\n#### Constructor\n/gm, '### new\n')
    .replaceAll(/^#+ (?:Type )?Parameters$/gm, '')
    .replaceAll(/^#+ (Throws|Extends)$/gm, '**$1**')
    .replaceAll(/^####(?= )/gm, '###')
    .replaceAll(' \\| `ChannelOptions`', '');
}
