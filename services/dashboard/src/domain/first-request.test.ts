import { curlOf } from './first-request';

it('searches if the key may, and otherwise asks for the filter options', () => {
  expect(curlOf('https://api.example.com', 'hg_live_x', ['usage:read', 'signals:read'])).toBe(
    String.raw`curl -sG 'https://api.example.com/api/v1/signals' \
  -H 'Authorization: Bearer hg_live_x' \
  --data-urlencode 'q="series a"' \
  -d limit=3 \
  -w '\n'`,
  );
  expect(curlOf('https://api.example.com', 'hg_live_x', ['usage:read'])).toBe(
    String.raw`curl -s 'https://api.example.com/api/v1/filter-options' \
  -H 'Authorization: Bearer hg_live_x' \
  -w '\n'`,
  );
});
