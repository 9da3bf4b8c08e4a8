import type { ActivityPage } from '@heliograph/dashboard-api';
import { countText } from './count-text';

const page = (count: number, nextCursor: string | null) =>
  ({ items: Array.from({ length: count }, () => ({})), nextCursor }) as unknown as ActivityPage;

it.each([
  ['the last page', [page(25, 'a'), page(3, null)], undefined, true, '28 activities'],
  ['more, while they are counted', [page(25, 'a')], undefined, true, ''],
  ['more, counted', [page(25, 'a')], 4_963, false, '4,963 activities · 25 shown'],
  ['more that cannot be counted', [page(25, 'a')], undefined, false, 'More than 25 activities'],
])('%s', (_name, pages, total, isCounting, text) => expect(countText(pages, total, isCounting)).toBe(text));
