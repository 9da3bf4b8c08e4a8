import { onDatabase } from '@heliograph/postgres';
import type { identity } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { actorOf } from './convert/calls';
import { restrictionFromRequest, restrictionToResponse } from './convert/operators';

/** Restricts access to operators, with a message, or lifts the restriction. */
export async function setAccessRestriction(
  context: Context,
  request: identity.SetAccessRestrictionRequest,
  call: CallContext,
): Promise<identity.AccessRestriction> {
  const { active, message } = restrictionFromRequest(request);
  const actor = actorOf(call, request.actor);
  const restriction = await onDatabase(() => context.restriction.set(active, message, actor));
  context.metrics.changed('restriction.set');
  return restrictionToResponse(restriction);
}
