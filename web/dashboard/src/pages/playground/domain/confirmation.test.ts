import { CALL_NAMES, callOf } from '@heliograph/contract';
import { confirmationOf } from './confirmation';

const LIVE = 'hg_live_x';
const TEST = 'hg_test_x';

it('asks before a call that costs something, with the price', () => {
  expect(confirmationOf('search', { limit: '2' }, LIVE)).toMatchObject({
    consequence: expect.stringMatching(/^Up to 2 records, \$0\.01\. /) as string,
    confirm: 'Run and pay',
    kind: 'primary',
  });
  expect(confirmationOf('search', { 'X-Max-Records': '0' }, LIVE)).toBeNull();
  expect(confirmationOf('search', {}, TEST)).toBeNull();
  expect(confirmationOf('count', {}, LIVE)).toBeNull();
});

it('asks before a call that writes, with any key', () => {
  for (const key of [LIVE, TEST]) {
    expect(confirmationOf('create-saved-search', {}, key)).toMatchObject({
      confirm: 'Create saved search',
      kind: 'primary',
    });
    expect(confirmationOf('delete-saved-search', {}, key)).toMatchObject({ kind: 'danger' });
  }
});

it('asks about nothing else', () => {
  for (const name of CALL_NAMES.filter((each) => !callOf(each).writes)) {
    expect(confirmationOf(name, {}, TEST)).toBeNull();
  }
});
