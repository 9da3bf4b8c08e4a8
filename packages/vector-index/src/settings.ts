import { readFileSync } from 'node:fs';
import { ConfigError, serviceAddress } from '@heliograph/runtime';
import { z } from 'zod';

export interface QdrantSettings {
  kind: 'qdrant';
  /** `http://` or `https://`, with a port unless it is 6333. */
  url: string;
  apiKey?: string;
  /** PEM of the authority that the server's certificate is checked against, instead of the system's. */
  certificateAuthority?: string;
  /** Put before the names of collections there, so that several installations can share a server. */
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
  QDRANT_URL: z
    .string()
    .regex(/^https?:\/\/[^\s/?#@]+\/?$/, 'must be http://host:port or https://host:port')
    .optional(),
  QDRANT_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{1,4096}$/, 'must hold visible ASCII characters only')
    .optional(),
  QDRANT_CA_FILE: z.string().optional(),
  QDRANT_COLLECTION_PREFIX: z
    .string()
    .regex(/^[a-z0-9._-]{1,60}$/, 'must hold 1 to 60 of a to z, digits, dots, underscores and dashes')
    .optional(),
  VECTORS_ADDRESS: serviceAddress.optional(),
};

export type VectorIndexVariables = z.output<z.ZodObject<typeof vectorIndexVariables>>;

/**
 * The settings of {@link createVectorIndex} from variables: Qdrant when QDRANT_URL is set, else the embedded index.
 *
 * @throws ConfigError naming every fault, also when neither is set.
 */
export function vectorIndexSettings(variables: VectorIndexVariables): VectorIndexSettings {
  const { QDRANT_URL: url, VECTORS_ADDRESS: address } = variables;
  if (url) return qdrantSettings(url, variables);
  if (address) return { kind: 'embedded', address };
  throw new ConfigError(['QDRANT_URL or VECTORS_ADDRESS is required but neither is set']);
}

function qdrantSettings(url: string, variables: VectorIndexVariables): QdrantSettings {
  const { QDRANT_API_KEY: apiKey, QDRANT_CA_FILE: file, QDRANT_COLLECTION_PREFIX: prefix } = variables;
  const settings: QdrantSettings = {
    kind: 'qdrant',
    url,
    ...(apiKey !== undefined && { apiKey }),
    ...(prefix !== undefined && { collectionPrefix: prefix }),
  };
  if (file === undefined) return settings;
  if (!url.startsWith('https:')) {
    throw new ConfigError(['QDRANT_CA_FILE is set but QDRANT_URL does not begin with https://']);
  }
  try {
    return { ...settings, certificateAuthority: readFileSync(file, 'utf8') };
  } catch (error) {
    throw new ConfigError([`QDRANT_CA_FILE cannot be read: ${(error as Error).message}`]);
  }
}
