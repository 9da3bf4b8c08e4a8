// Generates sources for both SDKs (this one and sdks/python) from the contract; needs no server. With --check, writes
// nothing and fails if a file is out of date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';
import { pythonModules } from './python/modules.mjs';

const directory = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const root = resolve(directory, '../..');
const PYTHON = 'sdks/python/src/heliograph';

const require = createRequire(import.meta.url);
require(join(root, 'tools/testing/programs/register.cjs'));
const contract = require('@heliograph/contract');
const { version } = require('../package.json');
const { FILTER_PARAMETERS, openApiDocument, SEARCH_PARAMETERS } = contract;

const quoted = (wanted) =>
  Object.entries(SEARCH_PARAMETERS)
    .filter(([name, row]) => wanted(row, name))
    .map(([name]) => `'${name}'`);

const typescript = {
  // Editors and TypeDoc use a comment's first words as its description, and would show the tag.
  'openapi.ts': astToString(await openapiTypes(openApiDocument)).replaceAll('@description ', ''),
  'search-parameters.ts': `/** Parameters that are sent as JSON. */
export const JSON_PARAMETERS: ReadonlySet<string> = new Set([
${quoted(({ kind }) => kind === 'json')
  .map((name) => `  ${name},\n`)
  .join('')}]);

/** Filters that are comma-separated lists. */
export const LIST_FILTERS: ReadonlySet<string> = new Set([
${quoted(({ kind }, name) => kind === 'list' && FILTER_PARAMETERS.includes(name))
  .map((name) => `  ${name},\n`)
  .join('')}]);

/** Lists that are strings in the OpenAPI document. */
export type TextList =
${quoted(({ kind, maximumLength }) => kind === 'list' && maximumLength !== undefined)
  .map((name) => `  | ${name}`)
  .join('\n')};
`,
};

write('packages/sdk/src/generated', '//', typescript);
write(PYTHON, '#', pythonModules(join(root, PYTHON), contract, version));

function write(place, comment, files) {
  for (const [name, generated] of Object.entries(files)) {
    const file = join(root, place, name);
    mkdirSync(dirname(file), { recursive: true });
    const header = 'Generated from the contract by "npm run generate -w @heliograph/sdk". Do not edit.';
    const text = `${comment} ${header}\n${generated}`;
    if (!process.argv.includes('--check')) {
      writeFileSync(file, text);
    } else if (readFileSync(file, 'utf8') !== text) {
      process.stderr.write(
        `${place}/${name} is not what the contract says. Run:\nnpm run generate -w @heliograph/sdk\n`,
      );
      process.exitCode = 1;
    }
  }
}
