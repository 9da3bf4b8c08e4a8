import { type Call, requestOf } from './call';
import { escapeControls, holdsControls, LINE_BREAK, quoteForShell, withoutControls } from './shell';

/**
 * The curl command for a call. The key is read from the environment, never shown.
 *
 * The values may come from someone else's link, and the command will be pasted into a shell: values are quoted, and
 * control characters are percent-encoded, or escaped in JSON.
 *
 * @param apiUrl root of the data API, such as `http://127.0.0.1:8080`.
 */
export function asCurl(call: Call, apiUrl: string): string {
  const { method, path, query, headers, body } = requestOf(call);
  const flags = query.length > 0 ? '-sG' : method === 'GET' ? '-s' : `-s -X ${method}`;
  const address = quoteForShell(`${apiUrl}/api/v1${path}`);
  const lines = [`curl ${flags} ${address}`, '-H "Authorization: Bearer $SIGNALS_API_KEY"'];
  for (const [name, value] of query) {
    lines.push(
      holdsControls(value)
        ? `-d ${quoteForShell(`${name}=${encodeURIComponent(value)}`)}`
        : `--data-urlencode ${quoteForShell(`${name}=${value}`)}`,
    );
  }
  for (const [name, value] of headers) {
    lines.push(`-H ${quoteForShell(`${name}: ${withoutControls(value)}`)}`);
  }
  if (body) {
    lines.push(`-H ${quoteForShell('Content-Type: application/json')}`);
    lines.push(`-d ${quoteForShell(escapeControls(JSON.stringify(body)))}`);
  }
  return lines.join(LINE_BREAK);
}
