#!/usr/bin/env node
'use strict';

// npm links a program only if its file exists at install time, which in a checkout is before the build.
const { existsSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

const main = join(__dirname, '../dist/main.js');
if (existsSync(main)) {
  const { directories } = require('../dist/config/directories');
  // Node.js 22.8 and later; without a writable directory it compiles as before.
  enableCompileCache?.(join(directories(process.env).cache, 'compiled'));
  require(main);
} else {
  process.stderr.write('signals: this checkout has not been built yet.\nRun: npm run build\n');
  process.exitCode = 1;
}
