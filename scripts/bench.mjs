// `npm run bench -- NAME`: builds what changed, then runs the benchmark.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status ?? 1;
const built = run('npx', ['turbo', 'run', 'build', '--output-logs=errors-only']);
process.exitCode = built || run(process.execPath, ['bench/dist/main.js', ...process.argv.slice(2)]);
