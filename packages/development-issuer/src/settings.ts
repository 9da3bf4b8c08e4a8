import type { PageLook } from './pages/page';

export interface DevelopmentIssuerSettings {
  /** Where the issuer is, without a slash at the end; its path is where the listener is mounted. */
  issuerUrl: string;
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  /** The address that the page starts with. */
  prefilledEmail?: string;
  look: PageLook;
}
