import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const MAC_BYTES = 16;
const FORM = /^[A-Za-z0-9_-]{43}$/;

/** What a link ends: the digest of a saved search, the alerts of an account, or emails about a saved search's webhook. */
const KINDS = ['digest', 'alert', 'webhook'] as const;
type Kind = (typeof KINDS)[number];

/**
 * Tokens of unsubscribe links: the id of what the link ends, and a MAC over kind and id (HMAC-SHA256, truncated to 128
 * bits), in base64url. They don't expire: a link must work in an old mail. A token can only end what sends such mails.
 */
export class UnsubscribeTokens {
  private readonly keys: readonly Buffer[];

  /** @param secrets tokens made with the previous one are still read. */
  constructor(secrets: { current: string; previous?: string | undefined }) {
    this.keys = [secrets.current, secrets.previous].flatMap((secret) => (secret ? [keyOf(secret)] : []));
  }

  make(kind: Kind, uuid: string): string {
    const id = Buffer.from(uuid.replaceAll('-', ''), 'hex');
    return Buffer.concat([id, macOf(this.keys[0]!, kind, id)]).toString('base64url');
  }

  /** What the token ends; undefined if it was not made here. */
  read(token: string): { kind: Kind; id: string } | undefined {
    if (!FORM.test(token)) return undefined;
    const bytes = Buffer.from(token, 'base64url');
    const [id, mac] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)];
    const kind = KINDS.find((each) => this.keys.some((key) => timingSafeEqual(mac, macOf(key, each, id))));
    if (kind === undefined) return undefined;
    return { kind, id: id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') };
  }
}

const macOf = (key: Buffer, kind: Kind, id: Buffer) =>
  createHmac('sha256', key).update(kind).update(id).digest().subarray(0, MAC_BYTES);

const keyOf = (secret: string) =>
  Buffer.from(hkdfSync('sha256', secret, '', 'heliograph unsubscribe links', 32));
