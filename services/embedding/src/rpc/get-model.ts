import type { embedding } from '@heliograph/proto';
import type { Context } from '../context';
import { requireModel } from '../providers/provider';

/**
 * The model that `embed` uses, from the configuration alone: the provider is not called, and need not be up.
 *
 * @throws ServiceError `semantic_unavailable` when none is configured.
 */
export async function getModel({ provider }: Context): Promise<embedding.Model> {
  return requireModel(provider);
}
