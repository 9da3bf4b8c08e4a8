import type { DashboardContext } from '../context';
import { auditDetail } from '../domain/audit-sentence';
import type { Exchange } from '../http/exchange';
import { ask } from './ask';

const CLI_SESSION_BEGUN = 'cli_session.create';
const AUDIT_PAGE = 200;
/** Devices further back in the audit log are shown by id. */
const MAXIMUM_AUDIT_PAGES = 5;

/** Keys beyond this many in a month are shown by id. */
const MAXIMUM_KEYS = 1_000;

/** The credential that was used, and its channel. */
interface Use {
  channel: string;
  credentialId: string;
}

/** The names of keys and devices, including revoked and signed-out ones. */
export async function readNames(
  context: DashboardContext,
  exchange: Exchange,
  accountId: string,
  uses: readonly Use[],
): Promise<Map<string, string>> {
  const { clients } = context;
  const used = (channel: string) =>
    new Set(uses.filter((use) => use.channel === channel).map(({ credentialId }) => credentialId));
  const names = new Map<string, string>();
  const ids = [...used('api')].slice(0, MAXIMUM_KEYS);
  if (ids.length > 0) {
    const { keys } = await ask(exchange, (call) => clients.identity.listKeys({ accountId, ids }, call));
    for (const { id, name, hint } of keys) names.set(id, name || hint);
  }
  const devices = used('cli');
  if (devices.size > 0) {
    const { sessions } = await ask(exchange, (call) => clients.cli.listCliSessions({ accountId }, call));
    for (const { id, device } of sessions) names.set(id, device?.name ?? '');
    await addEndedDevices(context, exchange, accountId, devices, names);
  }
  return names;
}

/** Only the audit log still knows the device of an ended session. */
async function addEndedDevices(
  { clients }: DashboardContext,
  exchange: Exchange,
  accountId: string,
  devices: ReadonlySet<string>,
  names: Map<string, string>,
): Promise<void> {
  let pageToken = '';
  for (let page = 0; page < MAXIMUM_AUDIT_PAGES; page += 1) {
    if ([...devices].every((id) => names.has(id))) return;
    const { entries, nextPageToken } = await ask(exchange, (call) =>
      clients.identity.listAuditEntries({ accountId, limit: AUDIT_PAGE, pageToken, userId: '' }, call),
    );
    for (const { action, detailJson } of entries) {
      const { sessionId, device } = auditDetail(detailJson);
      if (action === CLI_SESSION_BEGUN && typeof sessionId === 'string' && typeof device === 'string') {
        names.set(sessionId, device);
      }
    }
    if (nextPageToken === '') return;
    pageToken = nextPageToken;
  }
}
