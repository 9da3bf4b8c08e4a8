#!/usr/bin/env node
'use strict';

// npm links a program only if its file exists at install time, which in a checkout comes before the build.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const main = join(__dirname, '../dist/main.js');
if (existsSync(main)) {
  // Must run before anything else loads.
  require('../dist/config/compiled-code').keepCompiledCode(process.env);
  require(main);
} else {
  process.stderr.write('signals: this checkout has not been built yet.\nRun: npm run build\n');
  process.exitCode = 1;
}
