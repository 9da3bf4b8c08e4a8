import type { DashboardContext } from '../context';

/**
 * Inserts this installation's addresses into the documentation, whose build leaves placeholders: its examples install
 * from here and use this installation's API, and so do requests tried in the reference.
 *
 * @returns a function that inserts them into a text file.
 */
export function addressedTo({ site, config }: Pick<DashboardContext, 'site' | 'config'>) {
  // Percent-encoded, so that nothing ends an HTML or script string.
  const apiUrl = new URL(config.apiUrl).href.replace(/\/$/, '').replaceAll("'", '%27');
  return (text: string): string =>
    text
      .replaceAll('http://dashboard.heliograph.invalid', () => site.origin)
      .replaceAll('http://api.heliograph.invalid', () => apiUrl);
}
