import { tryProgram } from './run-program';

const node = (script: string, timeoutMs?: number) =>
  tryProgram(process.execPath, ['-e', script], __dirname, timeoutMs);

it('returns status and output', async () => {
  expect(await node('console.log(1); process.exit(3)')).toEqual({
    status: 3,
    output: '1\n',
    isOvertime: false,
  });
});

it('kills a program that takes too long, and its children', async () => {
  const forever = 'setInterval(() => {}, 1000)';
  const script = `const { spawn } = require('child_process');
    spawn(process.execPath, ['-e', ${JSON.stringify(forever)}], { stdio: 'inherit' }); ${forever}`;
  // Resolves only after the child's output is closed, too, which means that the child is gone.
  expect(await node(script, 500)).toMatchObject({ status: null, isOvertime: true });
});
