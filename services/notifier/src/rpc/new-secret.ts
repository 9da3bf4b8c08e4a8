import { randomBytes } from 'node:crypto';
import { WEBHOOK_SECRET_BYTES, webhookSecretOf } from '../domain/webhook-secret';

export const newSecret = (): string => webhookSecretOf(randomBytes(WEBHOOK_SECRET_BYTES));
