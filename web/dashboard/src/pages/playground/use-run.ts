import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { askDataApi } from '../../api/data-api';
import { type Call, requestOf } from '../../calls/call';
import type { Shown } from './answer-card';
import { readAnswer } from './domain/answer';
import { isPaid } from './domain/price';

/** The URL of a call, complete. @param apiUrl root of the data API. */
export function urlOf(call: Call, apiUrl: string): string {
  const { path, query } = requestOf(call);
  const parameters = new URLSearchParams(query).toString();
  return `${apiUrl}/api/v1${path}${parameters === '' ? '' : `?${parameters}`}`;
}

/** Sends a call and holds its answer. */
export function useRun(apiUrl: string) {
  const [shown, setShown] = useState<Shown | null>(null);
  /** The last paid request, until its answer came: the same request again is then the same charge. */
  const unanswered = useRef<{ request: string; idempotencyKey: string } | null>(null);

  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: async ({ call, key }: { call: Call; key: string }) => {
      const url = urlOf(call, apiUrl);
      const request = `${key} ${url}`;
      if (!isPaid(call.name)) unanswered.current = null;
      else if (unanswered.current?.request !== request) {
        unanswered.current = { request, idempotencyKey: crypto.randomUUID() };
      }
      const answer = await askDataApi(url, { key, idempotencyKey: unanswered.current?.idempotencyKey });
      unanswered.current = null;
      return answer;
    },
    onSuccess: (answer, { call }) => setShown({ call, answer, read: readAnswer(answer) }),
    // The answer and what it was asked with are this page's alone.
    gcTime: 0,
  });

  return {
    shown,
    isRunning: isPending,
    failure: error,
    run: mutate,
    /** When the request changes: what is shown was the answer to another one. */
    clear: () => {
      setShown(null);
      reset();
    },
  };
}
