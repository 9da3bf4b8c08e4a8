import type { DashboardConfig } from '../config';
import { markedAsDevelopment } from './development-mark';

const PAGE = '<head><meta name="development-issuer" content="off" /></head>';
const mark = (developmentIssuer: DashboardConfig['developmentIssuer']) =>
  markedAsDevelopment({ config: { developmentIssuer } as DashboardConfig })(PAGE);

it('is on only with the development issuer', () => {
  expect(mark(undefined)).toBe(PAGE);
  expect(mark({ clientId: 'id', clientSecret: 'secret', email: undefined })).toBe(PAGE.replace('off', 'on'));
});
