import { readMetadata } from '../auth/metadata';
import { openBrowser } from '../auth/open-browser';
import type { Context } from '../context';
import { printable } from './printable';
import { isCi } from './terminal';

/** Opens a page in the browser, or prints its address: if that is wanted, or there is no browser. */
export async function showPage(
  { terminal, settings, environment }: Context,
  url: string,
  { print = false } = {},
): Promise<void> {
  if (print || isCi(environment)) return terminal.writeLine(printable(url));
  if (await openBrowser(url, settings.browser, environment)) {
    terminal.note(`Opening ${printable(url)}`);
    return;
  }
  terminal.note('No browser could be started here; this is the page:');
  await terminal.writeLine(printable(url));
}

/** Where the dashboard is: as the login says, else the API. */
export async function dashboardUrl({ settings, fetch, signal, store }: Context): Promise<string> {
  const login = settings.apiKey === undefined ? await store.load(settings.apiUrl) : undefined;
  return login?.session.dashboardUrl ?? (await readMetadata(settings.apiUrl, fetch, signal)).dashboardUrl;
}
