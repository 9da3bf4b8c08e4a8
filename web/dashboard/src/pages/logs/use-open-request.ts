import type { LoggedRequest } from '@heliograph/dashboard-api';
import { useLocation, useNavigate } from 'react-router';

const REQUEST = /^#request-([0-9a-f-]{36})$/;
/** State kept in the history entry: closing then goes back to the previous one. */
const OPENED_HERE = 'request';

/** The request named by the URL's fragment, if it is in the list. @param items undefined while it loads. */
export function useOpenRequest(items: readonly LoggedRequest[] | undefined) {
  const { hash, search, state } = useLocation() as ReturnType<typeof useLocation> & { state: unknown };
  const navigate = useNavigate();
  const id = REQUEST.exec(hash)?.[1];
  return {
    /** Whether to show a request. */
    isOpen: id !== undefined && items !== undefined,
    request: items?.find((item) => item.id === id),
    /** For links that open a request. */
    to: (next: string) => ({ search, hash: `#request-${next}` }),
    state: OPENED_HERE,
    close: () => {
      if (state === OPENED_HERE) void navigate(-1);
      else void navigate({ search }, { replace: true, preventScrollReset: true });
    },
  };
}

export type OpenRequest = ReturnType<typeof useOpenRequest>;
