import { embedding } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { embed } from './embed';
import { getModel } from './get-model';

const CALLERS = ['search', 'indexer'];

/** Who may call each method; all other callers are refused. */
const ALLOW = { embed: CALLERS, getModel: CALLERS };

/** Adds the embedding service's calls to a server. */
export function serveEmbedding(server: RpcServer, context: Context): void {
  server.serve(embedding.EmbeddingServiceService, ALLOW, {
    embed: (request, call) => embed(context, request, call),
    getModel: () => getModel(context),
  });
}
