import { hostAndParents } from './identity';

it('strips labels from the left, one by one', () => {
  expect(hostAndParents('jobs.acme.co.uk')).toEqual(['jobs.acme.co.uk', 'acme.co.uk', 'co.uk', 'uk']);
  expect(hostAndParents('acme')).toEqual(['acme']);
});
