import { isIP } from 'node:net';

/** Variables that decide whether strangers could do as they like. */
interface Choices {
  NODE_ENV?: string | undefined;
  OIDC_ISSUER_URL?: string | undefined;
  PAYMENT_PROVIDER?: 'stripe' | 'development' | 'none' | undefined;
  STRIPE_SECRET_KEY?: string | undefined;
}

interface Hosts {
  GATEWAY_HOST?: string | undefined;
  DASHBOARD_HOST?: string | undefined;
}

const LOOPBACK = '127.0.0.1';

/** Whether people sign in with the issuer that the dashboard serves. */
export function isDevelopmentIssuerOn({ OIDC_ISSUER_URL, NODE_ENV }: Choices): boolean {
  return OIDC_ISSUER_URL === undefined && NODE_ENV !== 'production';
}

/** How balance is paid for: without Stripe, outside production, with the development provider. */
export function paymentProviderOf({ PAYMENT_PROVIDER, STRIPE_SECRET_KEY, NODE_ENV }: Choices) {
  if (PAYMENT_PROVIDER !== undefined) return PAYMENT_PROVIDER;
  if (STRIPE_SECRET_KEY !== undefined) return 'stripe';
  return NODE_ENV === 'production' ? 'none' : 'development';
}

/**
 * Where gateway and dashboard listen by default: only on this machine while anyone can sign in as anyone or balance is
 * free.
 */
export function withSafeHosts<Config extends Choices & Hosts>(config: Config): Config {
  if (!isDevelopmentIssuerOn(config) && paymentProviderOf(config) !== 'development') return config;
  return {
    ...config,
    GATEWAY_HOST: config.GATEWAY_HOST ?? LOOPBACK,
    DASHBOARD_HOST: config.DASHBOARD_HOST ?? LOOPBACK,
  };
}

/** Warnings for a system open to the network, one per line. */
export function exposureWarnings(config: Choices & Hosts): string[] {
  const open = [
    ...(isDevelopmentIssuerOn(config)
      ? ['anyone can sign in as anyone, even as an operator (set OIDC_ISSUER_URL)']
      : []),
    ...(paymentProviderOf(config) === 'development'
      ? ['balance is free (set STRIPE_SECRET_KEY, or PAYMENT_PROVIDER=none)']
      : []),
  ];
  if (open.length === 0) return [];
  return (['GATEWAY_HOST', 'DASHBOARD_HOST'] as const)
    .filter((name) => !isLoopback(config[name]))
    .map(
      (name) =>
        `${name}=${config[name] ?? ''} opens the system to the network, where ${open.join(', and ')}.`,
    );
}

function isLoopback(host: string | undefined): boolean {
  if (host === undefined) return false;
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
