import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CLIENT_ID = 'heliograph-dashboard';
export const CLIENT_SECRET = 'the secret of the dashboard: it is % and & too';

/** An HTTP server whose responses can be set and removed while it runs. */
export interface TestServer {
  root: string;
  listener: RequestListener;
  close(): Promise<void>;
}

export async function startServer(): Promise<TestServer> {
  const server = createServer((request, response) => running.listener(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const running: TestServer = {
    root: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    listener: (_request, response) => response.writeHead(503).end(),
    close: () => {
      server.closeAllConnections();
      return new Promise((done) => server.close(() => done()));
    },
  };
  return running;
}

/** Settings that configure an issuer. */
export function openIdSettings(dashboardUrl: string, issuerUrl: string): NodeJS.ProcessEnv {
  return {
    OIDC_ISSUER_URL: issuerUrl,
    OIDC_CLIENT_ID: CLIENT_ID,
    OIDC_CLIENT_SECRET: CLIENT_SECRET,
    OIDC_OPERATOR_CLAIM: 'roles',
    OIDC_OPERATOR_VALUE: 'operator',
    DASHBOARD_URL: dashboardUrl,
  };
}
