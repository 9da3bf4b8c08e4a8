import { ConfigError, serverUrl, serviceAddress } from '@heliograph/runtime';
import { z } from 'zod';

export interface QdrantSettings {
  kind: 'qdrant';
  /** `http://` or `https://`, with a port unless it is 6333. */
  url: string;
  apiKey?: string;
  /** Prefix of collection names, so that several installations can share a server. */
  collectionPrefix?: string;
}

export interface EmbeddedSettings {
  kind: 'embedded';
  /** gRPC address of the vectors service. */
  address: string;
}

export type VectorIndexSettings = QdrantSettings | EmbeddedSettings;

/** Variables of the vector index; spread into a program's `z.object`. */
export const vectorIndexVariables = {
  QDRANT_URL: serverUrl.optional().describe('Qdrant 1.16 or later; port 6333 by default'),
  QDRANT_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'must be 1 to 4096 visible ASCII characters')
    .optional()
    .describe('sent with every request'),
  QDRANT_COLLECTION_PREFIX: z
    .string()
    .regex(/^[a-z0-9._-]{1,60}$/, 'must be 1 to 60 lowercase letters, digits, dots, underscores, or dashes')
    .optional()
    .describe('for installations that share a Qdrant'),
  VECTORS_ADDRESS: serviceAddress
    .optional()
    .describe('gRPC address of the vectors service, without QDRANT_URL'),
};

type VectorIndexVariables = z.output<z.ZodObject<typeof vectorIndexVariables>>;

/**
 * The settings of {@link createVectorIndex} from variables: Qdrant when QDRANT_URL is set, else the embedded index.
 *
 * @throws ConfigError naming every issue, also when neither is set.
 */
export function vectorIndexSettings(variables: VectorIndexVariables): VectorIndexSettings {
  const { QDRANT_URL: url, VECTORS_ADDRESS: address } = variables;
  if (url) return qdrantSettings(url, variables);
  if (address) return { kind: 'embedded', address };
  throw new ConfigError(['QDRANT_URL or VECTORS_ADDRESS is required but neither is set']);
}

function qdrantSettings(url: string, variables: VectorIndexVariables): QdrantSettings {
  const { QDRANT_API_KEY: apiKey, QDRANT_COLLECTION_PREFIX: prefix } = variables;
  return {
    kind: 'qdrant',
    url,
    ...(apiKey !== undefined && { apiKey }),
    ...(prefix !== undefined && { collectionPrefix: prefix }),
  };
}
