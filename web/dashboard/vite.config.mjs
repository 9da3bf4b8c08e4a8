import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageFiles } from './page-files.mjs';
import typeface from '@fontsource-variable/inter/package.json' with { type: 'json' };

/** A running system for `vite` to proxy to: its server answers everything except the pages. */
const server = process.env.DASHBOARD_URL ?? 'http://127.0.0.1:8081';

/** The typeface ships with its license. */
function typefaceLicense() {
  return {
    name: 'typeface-license',
    apply: 'build',
    async generateBundle() {
      const source = await readFile(fileURLToPath(import.meta.resolve('@fontsource-variable/inter/LICENSE')));
      this.emitFile({ type: 'asset', fileName: `assets/inter-${typeface.version}-LICENSE.txt`, source });
    },
  };
}

export default defineConfig({
  plugins: [react(), typefaceLicense(), pageFiles()],
  // From source: the build output is CommonJS.
  resolve: {
    alias: {
      '@heliograph/contract': fileURLToPath(new URL('../../packages/contract/src/index.ts', import.meta.url)),
      '@heliograph/words': fileURLToPath(new URL('../../packages/words/src/index.ts', import.meta.url)),
    },
  },
  build: {
    // The pages' policy allows no inline code or styles; images are files as well.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // One file for what most pages share: over HTTP/1.1 a browser fetches six at a time. The data API's module brings
        // the OpenAPI document along, which only the playground and dialogs need; and one for calls as code.
        codeSplitting: {
          groups: [
            { name: 'api', test: /[\\/]src[\\/]api[\\/](?!data-api)|@tanstack/ },
            {
              name: 'calls',
              test: /[\\/]src[\\/](?:calls|openapi)[\\/]/,
              includeDependenciesRecursively: false,
            },
          ],
        },
        // The dashboard service's own pages find the typeface by its version (pages/look.ts).
        assetFileNames: ({ names: [name = ''] }) =>
          name.startsWith('inter-')
            ? `assets/[name]-${typeface.version}[extname]`
            : 'assets/[name]-[hash][extname]',
      },
    },
    // Every supported browser preloads modules by itself.
    modulePreload: { polyfill: false },
  },
  server: {
    // The server's own host: the session cookie applies to all its ports.
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/auth', '/sample', '/docs', '/downloads', '/development-issuer', '/development-checkout'].map(
        (path) => [
          path,
          // The server accepts changes only from pages of its own origin.
          { target: server, changeOrigin: true, headers: { origin: server } },
        ],
      ),
    ),
  },
});
