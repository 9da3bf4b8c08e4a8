import { ApiError } from './errors';
import { createQueryClient, listStaleTime, SESSION_KEY } from './query-client';
import { InfiniteQueryObserver } from '@tanstack/react-query';

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

it.each([
  ['network', 3],
  ['timeout', 1],
] as const)('a request without a response (%s) is sent %i times', async (code, times) => {
  const client = createQueryClient({ onSignedOut: () => undefined });
  const queryFn = jest.fn(() => Promise.reject(ApiError.own(code, 0, 'No response.')));
  const { retry } = client.getDefaultOptions().queries!;
  const asked = client.fetchQuery({ queryKey: ['keys'], queryFn, retry, retryDelay: 0 });
  await expect(asked).rejects.toThrow('No response.');
  expect(queryFn).toHaveBeenCalledTimes(times);
  client.clear();
});

it('a long list asks for no more than other data when the user returns', async () => {
  const client = createQueryClient({ onSignedOut: () => undefined });
  const asked: number[] = [];
  const list = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: ({ pageParam }) => {
      asked.push(pageParam);
      return Promise.resolve(pageParam);
    },
    initialPageParam: 1,
    getNextPageParam: (page: number) => page + 1,
    staleTime: listStaleTime,
  });
  const close = list.subscribe(() => undefined);
  await list.refetch();
  for (let page = 2; page <= 10; page += 1) await list.fetchNextPage();
  asked.length = 0;
  const now = jest.spyOn(Date, 'now');
  const loadedAt = list.getCurrentResult().dataUpdatedAt;
  const returnAfter = async (seconds: number) => {
    now.mockReturnValue(loadedAt + seconds * 1_000);
    client.getQueryCache().onFocus();
    await client.getQueryCache().find({ queryKey: ['list'] })!.promise;
    return asked.splice(0).length;
  };
  expect(await returnAfter(199)).toBe(0);
  expect(await returnAfter(201)).toBe(10);
  close();
  client.clear();
  now.mockRestore();
});
