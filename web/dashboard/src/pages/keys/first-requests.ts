import type { CreatedKey } from '@heliograph/dashboard-api';
import type { CodeTab } from '../../design';

/** A key's first request in several languages; each runs as is. */
export function firstRequests({ key, secret, curl }: CreatedKey, apiUrl: string): CodeTab[] {
  const inTerminal = [
    { label: 'curl', code: curl },
    { label: 'curl and jq', code: `${curl} | jq` },
  ];
  // A key without the search scope gets a request any key may make.
  if (!key.scopes.includes('signals:read')) return inTerminal;
  const query = `q=${encodeURIComponent('"series a"')}&limit=3`;
  return [
    ...inTerminal,
    {
      label: 'Node.js',
      code: `const response = await fetch('${apiUrl}/api/v1/signals?${query}', {
  headers: { Authorization: 'Bearer ${secret}' },
});
console.log(JSON.stringify(await response.json(), null, 2));`,
    },
    {
      label: 'Python',
      code: `import json, urllib.request

request = urllib.request.Request(
    "${apiUrl}/api/v1/signals?${query}",
    headers={"Authorization": "Bearer ${secret}"},
)
with urllib.request.urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))`,
    },
  ];
}
