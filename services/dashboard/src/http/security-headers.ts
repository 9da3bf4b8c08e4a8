import type { ServerResponse } from 'node:http';

/** Nothing inline, nothing from elsewhere, no framing. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** The same policy for a page whose scripts may also call another origin. */
export function policyWithConnections(origin: string): string {
  return CONTENT_SECURITY_POLICY.replace("connect-src 'self'", `connect-src 'self' ${origin}`);
}

const PERMISSIONS_POLICY = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

const HEADERS: readonly (readonly [string, string])[] = [
  ['Content-Security-Policy', CONTENT_SECURITY_POLICY],
  ['X-Frame-Options', 'DENY'],
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'same-origin'],
  ['Permissions-Policy', PERMISSIONS_POLICY],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
];

/** A year. */
const STRICT_TRANSPORT_SECURITY = 'max-age=31536000';

/** Sets the headers of every response; a page with another policy overrides its own. */
export function setSecurityHeaders(response: ServerResponse, origin: string): void {
  for (const [name, value] of HEADERS) response.setHeader(name, value);
  if (origin.startsWith('https:')) {
    response.setHeader('Strict-Transport-Security', STRICT_TRANSPORT_SECURITY);
  }
}
