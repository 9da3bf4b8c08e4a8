import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { answerFile, wantedFile, type SharedServer, type SharedServerResponse } from './run-directory';
import { waitFor } from './wait-for';

/**
 * The location of a server that all tests of the run share. The run's global setup starts it on the first call.
 *
 * @throws when it does not start.
 */
export async function sharedServer(name: SharedServer, timeoutMs: number): Promise<string> {
  await writeFile(wantedFile(name), '');
  const file = answerFile(name);
  await waitFor(() => existsSync(file), { timeoutMs, description: `the start of the tests' ${name}` });
  const response = JSON.parse(await readFile(file, 'utf8')) as SharedServerResponse;
  if ('error' in response) throw new Error(`the tests' ${name} did not start: ${response.error}`);
  return response.address;
}
