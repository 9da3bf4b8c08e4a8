import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const source = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
/** Our page already has a main element and a title, so adapt Swagger UI's. */
const replacements = [
  [/createElement\("main",\{(?=id:"operations")/, 'createElement("div",{'],
  // The heading above the schemas.
  [
    /createElement\("h4",null(?=,\$e\.createElement\("button",\{[^}]*className:"models-control")/g,
    'createElement("h4",{"aria-level":3}',
  ],
];
const NOTICE =
  '/* Changed by Heliograph: a <main> is a <div>, and the heading of the schemas is of the third level. */\n';

/**
 * Copies Swagger UI to a directory.
 *
 * @throws if this version of it lacks what is to be replaced.
 */
export function copySwaggerUi(directory) {
  for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'])
    cpSync(join(source, file), join(directory, /\./.test(file) ? file : `${file}.txt`));
  const bundle = 'swagger-ui-bundle.js';
  let script = readFileSync(join(source, bundle), 'utf8');
  for (const [pattern, replacement] of replacements) {
    const changed = script.replace(pattern, replacement);
    if (changed === script) throw new Error(`${bundle} has no match for ${pattern.source}`);
    script = changed;
  }
  writeFileSync(join(directory, bundle), NOTICE + script);
}
