import type { Config } from './config';
import type { Context } from './context';
import { IdentityMetrics } from './metrics';
import { OpenIdClient } from './openid/open-id-client';
import { AccountStore } from './storage/account-store';
import { AuthorizationCodeStore } from './storage/authorization-code-store';
import { CliSessionStore } from './storage/cli-session-store';
import { DeviceLoginStore } from './storage/device-login-store';
import { GuessStore } from './storage/guess-store';
import { InvitationStore } from './storage/invitation-store';
import { KeyStore } from './storage/key-store';
import { MemberStore } from './storage/member-store';
import { NoticeStore } from './storage/notice-store';
import { RestrictionStore } from './storage/restriction-store';
import { SavedSearchVisitStore } from './storage/saved-search-visit-store';
import { SignInAttemptStore } from './storage/sign-in-attempt-store';
import { SignInStore } from './storage/sign-in-store';
import { Uses } from './storage/uses';
import { WebSessionStore } from './storage/web-session-store';

/** Everything the calls depend on, sharing one pool. */
export function createContext(
  { openId, sessionLifetime }: Pick<Config, 'openId' | 'sessionLifetime'>,
  { logger, registry, pool }: Pick<Context, 'logger' | 'registry' | 'pool'>,
): Context {
  const keys = new KeyStore(pool);
  const cliSessions = new CliSessionStore(pool);
  return {
    logger,
    registry,
    metrics: new IdentityMetrics(registry),
    pool,
    accounts: new AccountStore(pool),
    keys,
    keyUses: new Uses(keys, logger),
    cliUses: new Uses(cliSessions, logger),
    restriction: new RestrictionStore(pool),
    notice: new NoticeStore(pool),
    savedSearchVisits: new SavedSearchVisitStore(pool),
    openId: new OpenIdClient(openId, logger),
    attempts: new SignInAttemptStore(pool),
    signIns: new SignInStore(pool, sessionLifetime),
    webSessions: new WebSessionStore(pool, sessionLifetime),
    cliSessions,
    authorizationCodes: new AuthorizationCodeStore(pool),
    deviceLogins: new DeviceLoginStore(pool),
    guesses: new GuessStore(pool),
    members: new MemberStore(pool),
    invitations: new InvitationStore(pool),
  };
}
