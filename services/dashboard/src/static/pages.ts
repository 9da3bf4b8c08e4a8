import type { StaticFile } from '@heliograph/edge';
import { API_ROOT } from '../api/resources';

/** Written by the web app's build (web/dashboard/page-files.mjs). */
const PAGE_FILES = 'pages.json';

interface Page {
  path: RegExp;
  /** What the browser may fetch while it reads the document (RFC 8288). */
  links: string;
}

/** The session that every page asks for first; a preload is used by a request of the same mode. */
const SESSION = `<${API_ROOT}/session>; rel=preload; as=fetch; crossorigin`;

/** @returns for the path of a page its links, undefined for other paths. */
export async function readPages(
  files: ReadonlyMap<string, StaticFile>,
): Promise<(path: string) => string | undefined> {
  const file = files.get(PAGE_FILES);
  const content = file
    ? (JSON.parse((await file.read(undefined)).toString()) as Record<string, string[]>)
    : {};
  const pages = Object.entries(content).map(([path, needed]): Page => ({
    path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
    links: [SESSION, ...needed.map(linkTo)].join(', '),
  }));
  return (path) => pages.find((page) => page.path.test(path))?.links;
}

/** Vite's links to styles have `crossorigin`, and only a request of the same mode uses a preload. */
function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `</${file}>; rel=preload; as=style; crossorigin`
    : `</${file}>; rel=modulepreload`;
}
