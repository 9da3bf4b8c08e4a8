import type { PageLook } from './pages/page';

export interface DevelopmentIssuerSettings {
  /** The issuer's URL, without a slash at the end; its path is where the listener is mounted. */
  issuerUrl: string;
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  /** The page's initial address. */
  prefilledEmail?: string;
  look: PageLook;
}
