// Copies the builds of web/dashboard and web/docs to where the service serves them from.
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const repository = new URL('../../../', import.meta.url);
const output = new URL('../dist/', import.meta.url);

for (const [built, served] of [
  ['web/dashboard/dist', 'web'],
  ['web/docs/dist', 'docs'],
]) {
  const target = fileURLToPath(new URL(served, output));
  rmSync(target, { recursive: true, force: true });
  cpSync(fileURLToPath(new URL(built, repository)), target, { recursive: true });
}
