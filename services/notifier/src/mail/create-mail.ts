import { uuidv7 } from '@heliograph/runtime';
import type { Config } from '../config';
import type { Connections } from '../connections';
import type { Context } from '../context';
import { AlertChecker } from './alert-checker';
import { ChangesSupport } from './changes-support';
import { DigestBuilder } from './digest-builder';
import { MailCourier } from './mail-courier';
import { MailLoops } from './mail-loops';
import { Recipients } from './recipients';
import { SmtpClient } from './smtp-client';

type Parts = Pick<Context, 'alerts' | 'digests' | 'mails' | 'tokens' | 'logger' | 'metrics'>;

/** Everything that builds and sends email; undefined without a mail server. */
export function createMail(config: Config, connections: Connections, stores: Parts): Context['mail'] {
  const { identityClient, ledgerClient, searchClient } = connections;
  if (!config.mail || !searchClient) return undefined;
  const { dashboardUrl, pollMs, timeoutMs: stopMs } = config.mail;
  const recipients = new Recipients(identityClient);
  const parts = { ...stores, recipients };
  const smtp = new SmtpClient(config.mail);
  const support = new ChangesSupport(searchClient);
  const builder = new DigestBuilder({ ...parts, search: searchClient, support });
  const checker = new AlertChecker({ ...parts, ledger: ledgerClient, identity: identityClient });
  const courier = new MailCourier({ ...parts, smtp, dashboardUrl });
  const isRestricted = async () =>
    (await identityClient.getAccessRestriction({}, { requestId: uuidv7() })).active;
  const loops = new MailLoops({ ...parts, builder, checker, courier, isRestricted, pollMs, stopMs });
  return { recipients, support, loops };
}
