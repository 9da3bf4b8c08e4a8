import { QueryClient } from '@tanstack/react-query';
import { showSaved } from './show-saved';

it('is not overwritten by a read that started earlier', async () => {
  const client = new QueryClient();
  const queryKey = ['choice'];
  client.setQueryData(queryKey, 'old');
  let answer: (read: string) => void = () => undefined;
  const queryFn = () => new Promise<string>((resolve) => (answer = resolve));
  const read = client.fetchQuery({ queryKey, queryFn, staleTime: 0 }).catch(() => undefined);
  await showSaved(client, queryKey, 'new');
  answer('old');
  await read;
  expect(client.getQueryData(queryKey)).toBe('new');
  client.clear();
});
