import type { Logger, Metrics } from '@heliograph/runtime';
import type { Pool } from 'pg';
import type { IdentityMetrics } from './metrics';
import type { OpenIdClient } from './openid/open-id-client';
import type { AccountStore } from './storage/account-store';
import type { AuthorizationCodeStore } from './storage/authorization-code-store';
import type { CliSessionStore } from './storage/cli-session-store';
import type { DeviceLoginStore } from './storage/device-login-store';
import type { GuessStore } from './storage/guess-store';
import type { InvitationStore } from './storage/invitation-store';
import type { KeyStore } from './storage/key-store';
import type { MemberStore } from './storage/member-store';
import type { NoticeStore } from './storage/notice-store';
import type { RestrictionStore } from './storage/restriction-store';
import type { SavedSearchVisitStore } from './storage/saved-search-visit-store';
import type { SignInAttemptStore } from './storage/sign-in-attempt-store';
import type { SignInStore } from './storage/sign-in-store';
import type { Uses } from './storage/uses';
import type { WebSessionStore } from './storage/web-session-store';

/** What identity's calls depend on. */
export interface Context {
  logger: Logger;
  /** The scraped registry, and identity's own metrics in it. */
  registry: Metrics;
  metrics: IdentityMetrics;
  pool: Pool;
  accounts: AccountStore;
  keys: KeyStore;
  /** When keys and command-line sessions were last used. */
  keyUses: Uses;
  cliUses: Uses;
  restriction: RestrictionStore;
  notice: NoticeStore;
  savedSearchVisits: SavedSearchVisitStore;
  openId: OpenIdClient;
  attempts: SignInAttemptStore;
  signIns: SignInStore;
  webSessions: WebSessionStore;
  cliSessions: CliSessionStore;
  authorizationCodes: AuthorizationCodeStore;
  deviceLogins: DeviceLoginStore;
  guesses: GuessStore;
  members: MemberStore;
  invitations: InvitationStore;
}

/** Replacements in tests. */
export type Overrides = Partial<Pick<Context, 'logger' | 'registry' | 'pool'>>;
