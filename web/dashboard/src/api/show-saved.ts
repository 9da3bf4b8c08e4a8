import type { QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/** Shows what was just saved; a read still under way may return what was there before, so it is canceled. */
export async function showSaved<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  saved: Updater<Data | undefined, Data | undefined>,
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Data>(queryKey, saved);
}
