import type { LauncherConfig } from './config';
import { isDevelopmentIssuerOn, paymentProviderOf } from './development';
import type { Secrets } from './home/secrets';

/** The development issuer's client id for the dashboard. */
const DEVELOPMENT_CLIENT_ID = 'heliograph-dashboard';
/** Where the dashboard serves the development issuer. */
const DEVELOPMENT_ISSUER_PATH = '/development-issuer';
/** The claim by which the development issuer makes operators. */
const DEVELOPMENT_OPERATOR = { claim: 'roles', value: 'operator' };

/** How users reach the system, sign in, and pay, with all defaults applied. */
export interface SignInSettings {
  /** Public roots, without a trailing slash. */
  dashboardUrl: string;
  apiUrl: string;
  isProduction: boolean;
  /** Whether the dashboard serves the issuer itself. */
  isDevelopmentIssuer: boolean;
  /** Undefined: sign-in is off. */
  issuerUrl: string | undefined;
  clientId: string | undefined;
  clientSecret: string | undefined;
  operatorClaim: string | undefined;
  operatorValue: string | undefined;
  paymentProvider: 'stripe' | 'development' | 'none';
}

/**
 * Without an issuer, outside production, people sign in with the development issuer; without Stripe, outside
 * production, they pay with the development provider.
 *
 * @param local where dashboard and gateway are on this machine.
 */
export function signInSettingsOf(
  config: LauncherConfig,
  secrets: Secrets,
  local: { dashboardUrl: string; gatewayUrl: string },
): SignInSettings {
  const isProduction = config.NODE_ENV === 'production';
  const isDevelopmentIssuer = isDevelopmentIssuerOn(config);
  const dashboardUrl = config.DASHBOARD_URL ?? local.dashboardUrl;
  return {
    dashboardUrl,
    apiUrl: config.API_URL ?? local.gatewayUrl,
    isProduction,
    isDevelopmentIssuer,
    ...(isDevelopmentIssuer
      ? {
          issuerUrl: dashboardUrl + DEVELOPMENT_ISSUER_PATH,
          clientId: DEVELOPMENT_CLIENT_ID,
          clientSecret: secrets.oidcClientSecret,
          operatorClaim: DEVELOPMENT_OPERATOR.claim,
          operatorValue: DEVELOPMENT_OPERATOR.value,
        }
      : {
          issuerUrl: config.OIDC_ISSUER_URL,
          clientId: config.OIDC_CLIENT_ID,
          clientSecret: config.OIDC_CLIENT_SECRET,
          operatorClaim: config.OIDC_OPERATOR_CLAIM,
          operatorValue: config.OIDC_OPERATOR_VALUE,
        }),
    paymentProvider: paymentProviderOf(config),
  };
}
