import { callOf, describedCall } from '@heliograph/contract';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { askDataApi, type DataRequest } from '../../api/data-api';
import { useForgetSavedSearches } from '../../api/saved-searches';
import { type Call, requestOf } from '../../calls/call';
import type { Shown } from './response-card';
import { readResponse } from './domain/response';

const IDEMPOTENCY_KEY = 'Idempotency-Key';

/** The request a call sends. @param apiUrl root of the data API. */
function dataRequestOf(call: Call, apiUrl: string, key: string): DataRequest {
  const { method, path, query, headers, body } = requestOf(call);
  const parameters = new URLSearchParams(query).toString();
  const url = `${apiUrl}/api/v1${path}${parameters === '' ? '' : `?${parameters}`}`;
  return { method, url, headers, body: body && JSON.stringify(body), key };
}

/**
 * Whether it needs an Idempotency-Key: it may cost or create something, which a lost response must not cause twice, and
 * it has no key of its own.
 */
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
  /**
   * Keys of requests still without a response, by request: repeating one is then the same charge. Few, because a user
   * runs each by hand.
   */
  const unanswered = useRef(new Map<string, string>());

  /** Whose response is awaited: an earlier one that comes late must not take its place. */
  const latest = useRef<Call>(null);

  const { mutate, isPending, error, reset } = useMutation({
    onMutate: ({ call }) => void (latest.current = call),
    mutationFn: async ({ call, key }: { call: Call; key: string }) => {
      const request = dataRequestOf(call, apiUrl, key);
      if (!needsIdempotencyKey(call, request)) return askDataApi(request);
      const written = JSON.stringify(request);
      const idempotencyKey = unanswered.current.get(written) ?? crypto.randomUUID();
      unanswered.current.set(written, idempotencyKey);
      const response = await askDataApi({
        ...request,
        headers: [...request.headers, [IDEMPOTENCY_KEY, idempotencyKey]],
      });
      unanswered.current.delete(written);
      return response;
    },
    onSuccess: (response, { call }) => {
      if (latest.current === call) setShown({ call, response, read: readResponse(response) });
    },
    // Also after a lost response.
    onSettled: (_response, _error, { call }) => {
      if (callOf(call.name).writes) forgetSavedSearches();
    },
    // The request and its response stay in this page only.
    gcTime: 0,
  });

  return {
    shown,
    isRunning: isPending,
    failure: error,
    run: mutate,
    /** Call when the request changes: the response shown was for another one. */
    clear: () => {
      latest.current = null;
      setShown(null);
      reset();
    },
  };
}
