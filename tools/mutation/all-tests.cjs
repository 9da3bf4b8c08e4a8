'use strict';

// All tests of the mutated folder as one Jest file, so that modules are loaded once per mutant, not once per file.
const { readdirSync } = require('node:fs');
const { join, resolve } = require('node:path');

const folder = resolve(__dirname, '../..', process.env.MUTATED_FOLDER);

for (const name of readdirSync(folder, { recursive: true })) {
  if (name.endsWith('.test.ts')) globalThis.describe(name, () => void require(join(folder, name)));
}
