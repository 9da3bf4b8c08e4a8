import type { Operation } from '../operation';

/** Paths of this gateway, and their pages on the dashboard. */
const PAGES: Readonly<Record<string, string>> = {
  '/': '/docs/api-reference',
  '/docs': '/docs/api-reference',
  '/docs/': '/docs/api-reference',
  '/docs/cli': '/docs/command-line-api',
};

/**
 * `GET /`, `GET /docs/…`: the dashboard serves the documentation. Browsers keep the fragment, so a problem's `type`
 * (`/docs/errors#not_found`) leads to its section there.
 */
export const redirectToDocumentation: Operation = {
  name: 'redirectToDocumentation',
  methods: ['GET', 'HEAD'],
  handle({ config }, exchange) {
    exchange.setHeader('Location', `${config.dashboardUrl}${PAGES[exchange.path] ?? exchange.path}`);
    exchange.sendEmpty(302);
  },
};
