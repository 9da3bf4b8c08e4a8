import { tryProgram } from './run-program';

const node = (script: string, timeoutMs?: number) =>
  tryProgram(process.execPath, ['-e', script], __dirname, timeoutMs);

it('gives back status and output', async () => {
  expect(await node('console.log(1); process.exit(3)')).toEqual({
    ...{ status: 3, output: '1\n', isOvertime: false },
  });
});

it('kills what takes too long, with what it started', async () => {
  const forever = 'setInterval(() => {}, 1000)';
  const script = `const { spawn } = require('child_process');
    spawn(process.execPath, ['-e', ${JSON.stringify(forever)}], { stdio: 'inherit' }); ${forever}`;
  // Ends only when the child's output is closed as well, which is once the child is gone.
  expect(await node(script, 500)).toMatchObject({ status: null, isOvertime: true });
});
