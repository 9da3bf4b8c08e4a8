import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const source = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
/** Its page within ours, which has a main part and a title already. */
const replacements = [
  ['createElement("main",{id:"operations"', 'createElement("div",{id:"operations"'],
  ['createElement("h3",{onClick', 'createElement("h3",{"aria-level":2,onClick'],
  [
    'createElement("h4",null,$e.createElement("button",{"aria-expanded":ce,className:"models-control"',
    'createElement("h4",{"aria-level":2},$e.createElement("button",{"aria-expanded":ce,className:"models-control"',
  ],
];
const NOTICE =
  '/* Changed by Heliograph: a <main> is a <div>, and headings of sections are of the second level. */\n';

/**
 * Copies Swagger UI to a directory.
 *
 * @throws when a version of it has not exactly one place for each replacement.
 */
export function copySwaggerUi(directory) {
  for (const file of ['swagger-ui.css', 'LICENSE', 'NOTICE'])
    cpSync(join(source, file), join(directory, /\./.test(file) ? file : `${file}.txt`));
  const bundle = 'swagger-ui-bundle.js';
  let script = readFileSync(join(source, bundle), 'utf8');
  for (const [from, to] of replacements) {
    if (script.split(from).length !== 2) throw new Error(`${bundle} does not contain once: ${from}`);
    script = script.replace(from, to);
  }
  writeFileSync(join(directory, bundle), NOTICE + script);
}
