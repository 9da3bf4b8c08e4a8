import { askDataApi } from './data-api';

it.each(['hg_live_abc…', 'hg_live_abc\ndef'])('a key that cannot be sent is named: %j', async (key) => {
  const request = { method: 'GET', url: 'http://127.0.0.1:9/', headers: [], body: undefined, key };
  await expect(askDataApi(request)).rejects.toMatchObject({
    code: 'unsendable',
    message: expect.stringMatching(/^The API key /) as string,
  });
});
