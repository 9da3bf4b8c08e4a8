import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** A running system, for `vite` with its proxy: its server answers everything but the pages. */
const server = process.env.DASHBOARD_URL ?? 'http://127.0.0.1:8081';

export default defineConfig({
  plugins: [react()],
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
    // Every browser that the pages are made for preloads modules by itself.
    modulePreload: { polyfill: false },
  },
  server: {
    // The server's own host: the session's cookie holds for all ports of it.
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    proxy: Object.fromEntries(
      ['/api', '/auth', '/docs', '/downloads', '/development-issuer', '/development-checkout'].map((path) => [
        path,
        // The server takes changes from pages of its own origin only.
        { target: server, changeOrigin: true, headers: { origin: server } },
      ]),
    ),
  },
});
