import { callOf, describedCall } from '@heliograph/contract';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { askDataApi, type DataRequest } from '../../api/data-api';
import { useForgetSavedSearches } from '../../api/saved-searches';
import { type Call, requestOf } from '../../calls/call';
import type { Shown } from './response-card';
import { readResponse } from './domain/response';

const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** A call as it is sent. @param apiUrl root of the data API. */
export function dataRequestOf(call: Call, apiUrl: string, key: string): DataRequest {
  const { method, path, query, headers, body } = requestOf(call);
  const parameters = new URLSearchParams(query).toString();
  const url = `${apiUrl}/api/v1${path}${parameters === '' ? '' : `?${parameters}`}`;
  return { method, url, headers, body: body && JSON.stringify(body), key };
}

/** Whether it may cost or create something, so that a lost response must not do so twice; and has no key of its own. */
function needsIdempotencyKey({ name }: Call, { headers }: DataRequest): boolean {
  const hasHeader = describedCall(name).fields.some((field) => field.name === IDEMPOTENCY_KEY);
  return (
    hasHeader &&
    (callOf(name).costs !== 'nothing' || callOf(name).writes !== undefined) &&
    !headers.some(([header]) => header === IDEMPOTENCY_KEY)
  );
}

/** Sends a call and holds its response. */
export function useRun(apiUrl: string) {
  const [shown, setShown] = useState<Shown | null>(null);
  const forgetSavedSearches = useForgetSavedSearches();
  /** The last such request, until its response came: the same request again is then the same charge. */
  const unanswered = useRef<{ request: string; idempotencyKey: string } | null>(null);

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async ({ call, key }: { call: Call; key: string }) => {
      const request = dataRequestOf(call, apiUrl, key);
      const written = JSON.stringify(request);
      if (!needsIdempotencyKey(call, request)) unanswered.current = null;
      else if (unanswered.current?.request !== written) {
        unanswered.current = { request: written, idempotencyKey: crypto.randomUUID() };
      }
      const own = unanswered.current;
      const response = await askDataApi({
        ...request,
        headers: own ? [...request.headers, [IDEMPOTENCY_KEY, own.idempotencyKey]] : request.headers,
      });
      // Another request may have been sent meanwhile.
      if (unanswered.current === own) unanswered.current = null;
      return response;
    },
    onSuccess: (response, { call }) => setShown({ call, response, read: readResponse(response) }),
    // Also after a lost response.
    onSettled: (_response, _error, { call }) => {
      if (callOf(call.name).writes) forgetSavedSearches();
    },
    // The response and what it was asked with are this page's alone.
    gcTime: 0,
  });

  return {
    shown,
    isRunning: isPending,
    failure: error,
    run: mutate,
    /** When the request changes: what is shown was the response to another one. */
    clear: () => {
      setShown(null);
      reset();
    },
  };
}
