import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import typeface from '@fontsource-variable/inter/package.json' with { type: 'json' };

/** A running system, for `vite` with its proxy: its server answers everything but the pages. */
const server = process.env.DASHBOARD_URL ?? 'http://127.0.0.1:8081';

/** The typeface is given out with its license. */
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
  plugins: [react(), typefaceLicense()],
  // From its sources: what it is built into is CommonJS.
  resolve: {
    alias: {
      '@heliograph/contract': fileURLToPath(new URL('../../packages/contract/src/index.ts', import.meta.url)),
      '@heliograph/words': fileURLToPath(new URL('../../packages/words/src/index.ts', import.meta.url)),
    },
  },
  build: {
    // The policy of the pages allows no inline code and no inline styles; images are files as well.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The pages that the dashboard service makes itself find the typeface by its version (pages/look.ts).
        assetFileNames: ({ names: [name = ''] }) =>
          name.startsWith('inter-')
            ? `assets/[name]-${typeface.version}[extname]`
            : 'assets/[name]-[hash][extname]',
      },
    },
    // Every browser that the pages are made for preloads modules by itself.
    modulePreload: { polyfill: false },
  },
  server: {
    // The server's own host: the session's cookie holds for all ports of it.
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/auth', '/sample', '/docs', '/downloads', '/development-issuer', '/development-checkout'].map(
        (path) => [
          path,
          // The server takes changes from pages of its own origin only.
          { target: server, changeOrigin: true, headers: { origin: server } },
        ],
      ),
    ),
  },
});
