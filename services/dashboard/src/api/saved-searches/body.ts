import { z } from 'zod';

/** A body that is read by the data API's own rules (`readSavedSearchRequest`). */
export const openBody = z.record(z.string(), z.unknown());
