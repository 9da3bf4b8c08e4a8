import type { QueryClient, QueryKey, Updater } from '@tanstack/react-query';

/** Shows what was just saved, and cancels any read in flight, which might return the old state. */
export async function showSaved<Data>(
  client: QueryClient,
  queryKey: QueryKey,
  saved: Updater<Data | undefined, Data | undefined>,
): Promise<void> {
  await client.cancelQueries({ queryKey, exact: true });
  client.setQueryData<Data>(queryKey, saved);
}
