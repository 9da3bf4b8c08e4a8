// Makes src/generated from the contract as its sources hold it; no server is needed.
// With --check it writes nothing, and fails when the file is not what it would write.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';

const directory = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const root = resolve(directory, '../..');
const file = join(directory, 'src/generated/openapi.ts');

const require = createRequire(import.meta.url);
require(join(root, 'tools/testing/programs/register.cjs'));
const { openApiDocument } = require('@heliograph/contract');

// Editors and TypeDoc take the first words of a comment as its description; the tag they would show.
const types = astToString(await openapiTypes(openApiDocument)).replaceAll('@description ', '');
const text = `// Made from the OpenAPI document by "npm run generate -w @heliograph/sdk". Not to be edited.\n${types}`;

if (!process.argv.includes('--check')) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
} else if (readFileSync(file, 'utf8') !== text) {
  process.stderr.write(
    `packages/sdk/src/generated/openapi.ts is not what the OpenAPI document says. Run:\nnpm run generate -w @heliograph/sdk\n`,
  );
  process.exitCode = 1;
}
