export { createDevelopmentIssuer, type DevelopmentIssuer } from './development-issuer';
export type { DevelopmentIssuerSettings } from './settings';
export { DEVELOPMENT_NOTICE } from './pages/sign-in-page';
