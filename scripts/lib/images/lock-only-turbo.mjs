// node lock-only-turbo.mjs: removes everything except turbo from the package-lock.json in the working directory, and
// writes a matching package.json, so that npm ci installs only turbo, with the lockfile's version and checksum.
import { readFileSync, writeFileSync } from 'node:fs';

const { packages, ...lockfile } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const description = { name: 'turbo-only', version: '0.0.0' };
const dependencies = { turbo: packages['node_modules/turbo'].version };
const kept = Object.entries(packages).filter(([location]) =>
  /^node_modules\/(@turbo\/[^/]+|turbo)$/.test(location),
);

const write = (file, content) => writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
write('package.json', { ...description, private: true, dependencies });
write('package-lock.json', {
  ...lockfile,
  ...description,
  packages: { '': { ...description, dependencies }, ...Object.fromEntries(kept) },
});
