import type { DashboardContext } from '../context';

/**
 * What the documentation says of one machine is true of this installation: its examples install from here, and ask its API, which has a
 * reference of its own. Other
 * mentions of the standard addresses, such as defaults in tables, stay.
 *
 * @returns for a text file of the documentation, the text with this installation's addresses.
 */
export function addressedTo({ site, config }: Pick<DashboardContext, 'site' | 'config'>) {
  // Parsed: what HTML would read as markup is percent-encoded then.
  const apiUrl = new URL(config.apiUrl).href.replace(/\/$/, '');
  return (text: string): string =>
    text
      .replaceAll('http://127.0.0.1:8081/downloads/', () => `${site.origin}/downloads/`)
      .replaceAll('http://127.0.0.1:8080/docs', () => `${apiUrl}/docs`)
      .replaceAll('SIGNALS_API_URL=http://127.0.0.1:8080', () => `SIGNALS_API_URL=${apiUrl}`);
}
