import { generateCallerKey } from '@heliograph/runtime';
import { freeAddress, startBeforeAll } from '@heliograph/testing';
import { AnsweringServices } from './support/answering-services';
import { runHere } from './support/in-process';
import { runProgram } from './support/program';

const services = startBeforeAll(() => AnsweringServices.start());

test('as a process, prints only the document and exits', async () => {
  const outcome = await runProgram(['account', 'show', 'account-1', '--json'], services.variables);
  expect(outcome).toMatchObject({ status: 0, signal: null, stderr: '' });
  expect(JSON.parse(outcome.stdout)).toMatchObject({ id: 'account-1' });
});

test('names an unreachable service in one line', async () => {
  const outcome = await runHere(['account', 'show', 'x'], {
    ...services.variables,
    IDENTITY_ADDRESS: freeAddress(),
  });
  expect(outcome).toMatchObject({ status: 1, stdout: '' });
  expect(outcome.stderr).toMatch(
    /^heliograph-admin: the identity service is not responding at unix:[^\n]+\n$/,
  );
});

test('reports services that do not trust its key in one line', async () => {
  const outcome = await runHere(['account', 'show', 'account-1'], {
    ...services.variables,
    CALLER_KEY: generateCallerKey(),
  });
  expect(outcome).toMatchObject({ status: 1, stdout: '' });
  expect(outcome.stderr).toBe(
    'heliograph-admin: the services refuse this program: the public half of its CALLER_KEY must be among their CALLER_PUBLIC_KEYS, and the clocks must agree\n',
  );
});
