/** The client's default API URL. */
const DEFAULT_API_URL = 'http://127.0.0.1:8080';

/**
 * Commands that install the client from this installation and point it at this installation's API.
 *
 * @param apiUrl root of the data API.
 * @param origin of the dashboard.
 */
export function installCommands(apiUrl: string, origin: string): string {
  const install = `npm install -g ${origin}/downloads/cli.tgz`;
  return apiUrl === DEFAULT_API_URL
    ? `${install}\nsignals --version`
    : `${install}\nsignals config set api-url ${apiUrl}`;
}
