import { z } from 'zod';
import type { Timestamp } from './problem';

export interface CliSession {
  id: string;
  deviceName: string;
  clientVersion: string;
  createdAt: Timestamp;
  lastUsedAt: Timestamp;
}

/** `GET /cli/sessions`, most recently used first. `DELETE /cli/sessions/{id}` ends one. */
export interface CliSessions {
  items: CliSession[];
}

/**
 * `GET /cli/device-logins/{userCode}`: the login to approve. 404 if the code is unknown, expired, or already decided.
 */
export interface DeviceLogin {
  userCode: string;
  deviceName: string;
  clientVersion: string;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}

/** `POST /cli/device-logins/{userCode}` */
export const decideBody = z.strictObject({ approve: z.boolean() });
export type DecideBody = z.input<typeof decideBody>;

/**
 * The parameters of the `/cli/authorize` page (RFC 6749, section 4.1.1, with PKCE). `redirect_uri` is
 * `http://127.0.0.1:PORT/callback` or `http://[::1]:PORT/callback`.
 */
export const authorizeParameters = z.strictObject({
  response_type: z.literal('code'),
  client_id: z.literal('signals-cli'),
  redirect_uri: z.string().regex(/^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d{1,5}\/callback$/),
  code_challenge: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  code_challenge_method: z.literal('S256'),
  state: z.string().min(8).max(200),
  device_name: z.string().min(1).max(100),
  client_version: z.string().max(40).optional(),
});
export type AuthorizeParameters = z.input<typeof authorizeParameters>;

/** `POST /cli/authorizations`: approves or denies; the browser then goes to `redirectTo` with the code or the error. */
export const authorizeBody = z.strictObject({ parameters: authorizeParameters, approve: z.boolean() });
export type AuthorizeBody = z.input<typeof authorizeBody>;

export interface Authorized {
  redirectTo: string;
}
