import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const built = (module) => require(`@heliograph/gateway/dist/openapi/${module}`);

/** The OpenAPI documents of both interfaces; the server's address is the installation's. */
export function openApiDocuments() {
  return {
    openapi: withServer(built('document').openApiDocument),
    'command-line-openapi': withServer(built('client-document').clientDocument),
  };
}

/** Every error code with what it means and what to do about it. */
export function errorTable() {
  const { ERROR_CODES, ERROR_WORDS } = built('errors');
  const { ERROR_STATUS } = require('@heliograph/runtime');
  return ERROR_CODES.map((code) => ({ code, status: ERROR_STATUS[code], ...ERROR_WORDS[code] }));
}

function withServer(document) {
  const servers = document.servers.map((server) => ({
    ...server,
    url: `http://api.heliograph.invalid${server.url}`,
  }));
  return { ...document, servers };
}
