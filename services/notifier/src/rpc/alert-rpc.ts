import { alert } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { getAlerts, setAlerts, notifyTopUpPaused } from './alerts';

/** Who may call each method; all other callers are refused. */
const ALLOW = { getAlerts: ['dashboard'], setAlerts: ['dashboard'], notifyTopUpPaused: ['dashboard'] };

/** Adds the calls about alerts to a server. */
export function serveAlerts(server: RpcServer, context: Context): void {
  server.serve(alert.AlertServiceService, ALLOW, {
    getAlerts: (request) => getAlerts(context, request),
    setAlerts: (request) => setAlerts(context, request),
    notifyTopUpPaused: (request) => notifyTopUpPaused(context, request),
  });
}
