import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageFiles } from './page-files.mjs';
import { typeface, typefaceName } from './typeface.mjs';

/** A running system for `vite` to proxy to: its server answers everything except the pages. */
const server = process.env.DASHBOARD_URL ?? 'http://127.0.0.1:8081';

export default defineConfig({
  plugins: [react(), typeface(), pageFiles()],
  // From source, because the build output is CommonJS.
  resolve: {
    alias: {
      '@heliograph/contract': fileURLToPath(new URL('../../packages/contract/src/index.ts', import.meta.url)),
      '@heliograph/words': fileURLToPath(new URL('../../packages/words/src/index.ts', import.meta.url)),
    },
  },
  build: {
    license: { fileName: 'assets/licenses.md' },
    // The pages' policy allows no inline code or styles; images stay separate files too.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // One file for what pages share: over HTTP/1.1 a browser fetches six files at a time, and a small file costs as
        // much time as 30 KB. The data API's module brings in the OpenAPI document, which only the playground and
        // dialogs need, so it stays out; calls as code get a file of their own.
        codeSplitting: {
          groups: [
            { name: 'api', test: /[\\/]src[\\/]api[\\/](?!data-api)|@tanstack/ },
            {
              name: 'calls',
              test: /[\\/]src[\\/](?:calls|openapi)[\\/]/,
              includeDependenciesRecursively: false,
            },
            { name: 'shared', test: /[\\/]src[\\/]/, minShareCount: 2 },
          ],
        },
        assetFileNames: ({ names: [name = ''] }) =>
          name.startsWith('inter-') ? typefaceName : 'assets/[name]-[hash][extname]',
      },
    },
    // Every supported browser preloads modules by itself.
    modulePreload: { polyfill: false },
  },
  server: {
    // The server's own host: the session cookie is sent to all its ports.
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
