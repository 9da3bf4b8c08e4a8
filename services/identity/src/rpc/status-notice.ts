import { onDatabase } from '@heliograph/postgres';
import type { identity } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { actorOf } from './convert/calls';
import { noticeFromRequest, noticeToResponse } from './convert/operators';

export async function getStatusNotice(context: Context): Promise<identity.StatusNotice> {
  return noticeToResponse(await onDatabase(() => context.notice.read()));
}

/** Sets or withdraws the status page's message to everyone. */
export async function setStatusNotice(
  context: Context,
  request: identity.SetStatusNoticeRequest,
  call: CallContext,
): Promise<identity.StatusNotice> {
  const text = noticeFromRequest(request);
  const actor = actorOf(call, request.actor);
  const notice = await onDatabase(() => context.notice.set(text, actor));
  context.metrics.changed('notice.set');
  return noticeToResponse(notice);
}
