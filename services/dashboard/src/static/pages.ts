import type { StaticFile } from '@heliograph/edge';
import { API_ROOT } from '../api/resources';

/** Written by the web app's build (web/dashboard/page-files.mjs). */
const PAGE_FILES = 'pages.json';

interface PageFiles {
  /** First what blocks the first paint, then what the document does not reference. */
  files: string[];
  /** The page's first requests if its address has no query; with the parameter of its path. */
  requests?: string[];
}

interface Page {
  path: RegExp;
  /** What the browser may fetch while it parses the document (RFC 8288). */
  links: string;
  requests: readonly string[];
}

const PARAMETER = /:\w+/g;
/** Others are written in more than one way, and would not match the page's own request. */
const PLAIN = /^[\w.-]+$/;

/** Browsers reuse a preload only for a request of the same mode. */
const linkToRequest = (request: string) => `<${API_ROOT}${request}>; rel=preload; as=fetch; crossorigin`;

/** @returns a page's links by its path; undefined for other paths. */
export async function readPages(
  files: ReadonlyMap<string, StaticFile>,
): Promise<(path: string, hasQuery: boolean) => string | undefined> {
  const file = files.get(PAGE_FILES);
  const content = file
    ? (JSON.parse((await file.read(undefined)).toString()) as Record<string, PageFiles>)
    : {};
  const pages = Object.entries(content).map(([path, { files: needed, requests = [] }]): Page => ({
    path: new RegExp(`^${path.replace(PARAMETER, '([^/]+)')}/?$`),
    // Every page asks for the session.
    links: [...needed.map(linkToFile), linkToRequest('/session')].join(', '),
    requests,
  }));
  return (path, hasQuery) => {
    for (const { path: pattern, links, requests } of pages) {
      const match = pattern.exec(path);
      if (!match) continue;
      // No path has more than one.
      const [, value = ''] = match;
      if (hasQuery || (value !== '' && !PLAIN.test(value))) return links;
      return [links, ...requests.map((request) => linkToRequest(request.replace(PARAMETER, value)))].join(
        ', ',
      );
    }
    return undefined;
  };
}

/** Vite's stylesheet links have `crossorigin`, and browsers reuse a preload only for a request of the same mode. */
function linkToFile(file: string): string {
  if (file.endsWith('.css')) return `</${file}>; rel=preload; as=style; crossorigin`;
  return file.startsWith('assets/') ? `</${file}>; rel=modulepreload` : `</${file}>; rel=preload; as=script`;
}
