import type { PageLook } from './pages/page';

export interface DevelopmentIssuerSettings {
  /** The issuer's URL, without a trailing slash; its path is where the listener is mounted. */
  issuerUrl: string;
  clientId: string;
  clientSecret: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  /** The address prefilled on the page. */
  prefilledEmail?: string;
  look: PageLook;
}
