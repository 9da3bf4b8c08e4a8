import { ApiError } from './errors';
import { createQueryClient, SESSION_KEY } from './query-client';

const refused = () =>
  Promise.reject(new ApiError({ status: 401, code: 'unauthenticated', detail: 'Sign in.' }));

it.each([
  ['the session itself', SESSION_KEY, true],
  ['anything else', ['keys'], true],
  ['a visitor without a session', SESSION_KEY, false],
])('a refusal of %s', async (_name, queryKey, hadSession) => {
  const onSignedOut = jest.fn();
  const client = createQueryClient({ onSignedOut });
  if (hadSession) client.setQueryData(SESSION_KEY, {});
  await expect(client.fetchQuery({ queryKey, queryFn: refused, staleTime: 0 })).rejects.toThrow('Sign in.');
  expect(onSignedOut).toHaveBeenCalledTimes(hadSession ? 1 : 0);
  client.clear();
});
