// Makes the reference pages of docs/guide from what they describe: the OpenAPI document, the SDK's types, the help of the
// command-line client. With --check it writes nothing, and fails when a page is not what it would write. Names of pages choose some.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './lib/workspace.mjs';
import { apiReference } from './references/api-reference.mjs';
import { commandLineReference } from './references/command-line-reference.mjs';
import { sdkReference } from './references/sdk-reference.mjs';

const pages = {
  'api-reference': apiReference,
  'command-line-reference': commandLineReference,
  'sdk-reference': sdkReference,
};

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isCheck = process.argv.includes('--check');

for (const [name, make] of Object.entries(pages)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const file = join(root, `docs/guide/${name}.md`);
  const text = `${make()
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
  if (!isCheck) writeFileSync(file, text);
  else if (text !== readIfThere(file)) {
    process.stderr.write(
      `docs/guide/${name}.md is not what it describes any more. Run:\nnode scripts/references.mjs ${name}\n`,
    );
    process.exitCode = 1;
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
