/** The API that the client asks when it is told of no other. */
const DEFAULT_API_URL = 'http://127.0.0.1:8080';

/**
 * Installs the client, and tells it where this installation's API is.
 *
 * @param apiUrl root of the data API.
 */
export function installCommands(apiUrl: string): string {
  const install = 'npm install -g @heliograph/cli';
  return apiUrl === DEFAULT_API_URL
    ? `${install}\nsignals --version`
    : `${install}\nsignals config set api-url ${apiUrl}`;
}
