import { curlOf } from './first-request';

it('searches with a key that may, and asks for the filter options with one that may not', () => {
  expect(curlOf('https://api.example.com', 'hg_live_x', ['usage:read', 'signals:read'])).toBe(
    `curl -sG 'https://api.example.com/api/v1/signals' --data-urlencode 'q="series a"' -d limit=3 ` +
      `-H 'Authorization: Bearer hg_live_x' -w '\\n'`,
  );
  expect(curlOf('https://api.example.com', 'hg_live_x', ['usage:read'])).toBe(
    `curl -s 'https://api.example.com/api/v1/filter-options' -H 'Authorization: Bearer hg_live_x' -w '\\n'`,
  );
});
