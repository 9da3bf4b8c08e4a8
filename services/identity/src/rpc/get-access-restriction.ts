import { onDatabase } from '@heliograph/postgres';
import type { identity } from '@heliograph/proto';
import type { Context } from '../context';
import { restrictionToResponse } from './convert/operators';

export async function getAccessRestriction(context: Context): Promise<identity.AccessRestriction> {
  return restrictionToResponse(await onDatabase(() => context.restriction.read()));
}
