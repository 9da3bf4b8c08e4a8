import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

const ROUTE =
  /\bpath: '(\/[^']*)'(?:,\s*handle: \[([^\]]*)\])?(?:,\s*lazy: page\(\(\) =>\s*import\('([^']+)'\)\))?/g;

const BLOCKING_SCRIPT = /<script src="\/([^"]+)"/g;

/**
 * Writes `pages.json`: every page's path, the files it needs beyond the document's own, and its first requests. The
 * server announces them to the browser along with the document, so they do not wait for the first script
 * (services/dashboard/src/static/pages.ts). Files that block the first paint come first: behind a dozen others, a
 * browser with six connections would fetch them last.
 */
export function pageFiles() {
  let root;
  return {
    name: 'page-files',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk');
      const first = filesOf(chunks.find(({ isEntry }) => isEntry));
      const document = await readFile(resolve(root, 'index.html'), 'utf8');
      const blocking = [
        ...[...document.matchAll(BLOCKING_SCRIPT)].map(([, file]) => file),
        ...[...first].filter((file) => file.endsWith('.css')),
      ];
      const pages = new Map(chunks.map((chunk) => [chunk.facadeModuleId, chunk]));
      const source = await readFile(resolve(root, 'src/app.tsx'), 'utf8');
      const files = [...source.matchAll(ROUTE)].map(([, path, handle = '', module]) => {
        if (module === undefined) return [path, { files: blocking }];
        const chunk = pages.get(resolve(root, 'src', `${module}.tsx`));
        if (!chunk) this.error(`${module} of ${path} is not a chunk of its own`);
        const own = [...filesOf(chunk)].filter((file) => !first.has(file));
        const requests = [...handle.matchAll(/'([^']+)'/g)].map(([, request]) => request);
        return [path, { files: [...blocking, ...own], requests }];
      });
      const lazy = source.match(/\blazy: /g).length;
      const found = files.filter(([, page]) => page.files.length > blocking.length).length;
      if (found !== lazy) this.error(`src/app.tsx loads ${lazy} pages, of which ${found} could be read`);
      this.emitFile({
        type: 'asset',
        fileName: 'pages.json',
        source: JSON.stringify(Object.fromEntries(files)),
      });

      function filesOf(chunk, files = new Set()) {
        if (files.has(chunk.fileName)) return files;
        files.add(chunk.fileName);
        for (const style of chunk.viteMetadata.importedCss) files.add(style);
        for (const name of chunk.imports) filesOf(bundle[name], files);
        return files;
      }
    },
  };
}
