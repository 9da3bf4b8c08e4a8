import type { Activity, Company } from '@heliograph/dashboard-api';
import { companiesOf, textAbout } from './related-companies';

const activity = (id: number, slug: string) =>
  ({ id: `${id}`, title: `Title ${id}`, category: 'funding', company: { slug, name: slug } }) as Activity;

describe('related companies', () => {
  it('come from the nearest activities, once each, without the company itself', () => {
    const nearest = [activity(1, 'self'), activity(2, 'b'), activity(3, 'a'), activity(4, 'b')];
    expect(companiesOf(nearest, 'self')).toEqual([
      { slug: 'b', name: 'b', nearest: { id: '2', title: 'Title 2', category: 'funding' } },
      { slug: 'a', name: 'a', nearest: { id: '3', title: 'Title 3', category: 'funding' } },
    ]);
  });

  it('number at most six', () => {
    const nearest = Array.from({ length: 20 }, (_, index) => activity(index + 1, `c${index}`));
    expect(companiesOf(nearest, 'self').map(({ slug }) => slug)).toEqual([
      'c0',
      'c1',
      'c2',
      'c3',
      'c4',
      'c5',
    ]);
  });

  it('are searched by description, otherwise by name and newest titles', () => {
    const company = { name: 'Acme', description: 'Makes robots' } as Company;
    expect(textAbout(company, ['Acme hires'])).toBe('Makes robots');
    expect(textAbout({ name: 'Acme\n1' } as Company, ['It hires', 'It raises'])).toBe(
      'Acme 1. It hires. It raises',
    );
    expect([...textAbout({ name: '😀'.repeat(2000) } as Company, [])!]).toHaveLength(900);
    expect(textAbout({ name: 'Xy' } as Company, [])).toBeUndefined();
  });
});
