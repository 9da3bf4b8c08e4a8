import { readMetadata } from '../auth/metadata';
import { isKey } from '../auth/stored-session';
import { openBrowser } from '../auth/open-browser';
import type { Context } from '../context';
import { printable } from './printable';
import { isCi } from './terminal';

/** Opens a page in the browser, or prints its URL if requested or if there is no browser. */
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
  terminal.note('Could not open a browser here; the page is:');
  await terminal.writeLine(printable(url));
}

/** The dashboard's root URL, from the login or else from the API. */
export async function dashboardUrl({ settings, fetch, signal, store }: Context): Promise<string> {
  const login = settings.apiKey === undefined ? await store.load(settings.apiUrl) : undefined;
  if (login && !isKey(login.login)) return login.login.dashboardUrl;
  return (await readMetadata(settings.apiUrl, fetch, signal)).dashboardUrl;
}
