import { HIDDEN_IN_NAMES } from './forms';

/** The only client of the OAuth endpoints. It is public: it has no secret (RFC 6749, section 2.1). */
export const CLIENT_ID = 'signals-cli';

/** Shown when approving a login from a machine that sent no name. */
export const UNNAMED_DEVICE = 'unnamed device';

/** A parameter's format, and the message that states it. */
interface FormRule {
  form: RegExp;
  rule: string;
}

const OPAQUE: FormRule = { form: /^[\x21-\x7e]{1,512}$/, rule: 'must be 1 to 512 visible ASCII characters' };

/** Only the issuer can validate a value; this rejects values it cannot have issued. */
export const FORM_RULES = {
  client_id: { form: /^[\x20-\x7e]{1,100}$/, rule: 'must be 1 to 100 ASCII characters' },
  grant_type: { form: /^[\x21-\x7e]{1,200}$/, rule: 'must be 1 to 200 visible ASCII characters' },
  code: OPAQUE,
  redirect_uri: OPAQUE,
  // RFC 7636, section 4.1.
  code_verifier: {
    form: /^[A-Za-z0-9._~-]{43,128}$/,
    rule: 'must be 43 to 128 letters, digits, -, ., _ or ~',
  },
  refresh_token: OPAQUE,
  device_code: OPAQUE,
  token: OPAQUE,
  token_type_hint: OPAQUE,
  // Users approve the name they see.
  device_name: {
    form: new RegExp(`^(?=.*\\S)[^${HIDDEN_IN_NAMES}]{1,100}$`, 'u'),
    rule: 'must be 1 to 100 characters, none of them invisible',
  },
  client_version: {
    form: /^[0-9A-Za-z.+-]{1,40}$/,
    rule: 'must be 1 to 40 letters, digits, ., + or -',
  },
} as const satisfies Record<string, FormRule>;

export type FormParameter = keyof typeof FORM_RULES;
