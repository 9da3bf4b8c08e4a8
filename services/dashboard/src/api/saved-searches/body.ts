import { z } from 'zod';

/** A body read by the data API's own rules (see `readSavedSearchRequest`). */
export const openBody = z.record(z.string(), z.unknown());
