import type { StaticFile } from '@heliograph/edge';
import { API_ROOT } from '../api/resources';

/** Written by the web app's build (web/dashboard/page-files.mjs). */
const PAGE_FILES = 'pages.json';

interface PageFiles {
  /** First what blocks the first paint, then what the document does not reference. */
  files: string[];
  /** The page's first request if its address has no query. */
  request?: string;
}

interface Page {
  path: RegExp;
  /** What the browser may fetch while it parses the document (RFC 8288). */
  links: string;
  request: string | undefined;
}

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
  const pages = Object.entries(content).map(([path, { files: needed, request }]): Page => ({
    path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
    // Every page asks for the session.
    links: [...needed.map(linkToFile), linkToRequest('/session')].join(', '),
    request: request && linkToRequest(request),
  }));
  return (path, hasQuery) => {
    const page = pages.find((each) => each.path.test(path));
    return page?.request && !hasQuery ? `${page.links}, ${page.request}` : page?.links;
  };
}

/** Vite's stylesheet links have `crossorigin`, and browsers reuse a preload only for a request of the same mode. */
function linkToFile(file: string): string {
  if (file.endsWith('.css')) return `</${file}>; rel=preload; as=style; crossorigin`;
  return file.startsWith('assets/') ? `</${file}>; rel=modulepreload` : `</${file}>; rel=preload; as=script`;
}
