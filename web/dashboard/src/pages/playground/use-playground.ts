import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { CallName } from '@heliograph/contract';
import { WrittenUrls } from './domain/written-urls';
import { callOfValues, playgroundPath, readPlayground, valuesForCall } from '../../calls/playground-path';

/** Typing changes the URL after a pause: browsers limit how often it may change. */
const WRITE_AFTER_MS = 300;

/** The call and its values. The URL holds them, so that a filled-in playground can be linked and reloaded. */
export function usePlayground() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const [state, setState] = useState(() => readPlayground(new URLSearchParams(search)));
  // A late report from the router must not undo what was chosen or typed since.
  const [written] = useState(() => new WrittenUrls(search));

  useEffect(() => {
    if (!written.report(search)) setState(readPlayground(new URLSearchParams(search)));
  }, [search, written]);

  const { name, values } = state;
  const call = useMemo(() => callOfValues(name, values), [name, values]);
  const path = playgroundPath(call);
  const start = useRef(path);

  useEffect(() => {
    const wanted = path.slice(path.indexOf('?'));
    // A bare URL stays bare until something changes.
    if (wanted === written.latest || path === start.current) return undefined;
    const timer = setTimeout(() => {
      written.add(wanted);
      start.current = '';
      void navigate(path, { replace: true, preventScrollReset: true });
    }, WRITE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [navigate, path, written]);

  return {
    ...state,
    call,
    path,
    setValue: (parameter: string, value: string) =>
      setState((before) => ({ ...before, values: { ...before.values, [parameter]: value } })),
    choose: (chosen: CallName) => {
      const next = playgroundPath(callOfValues(chosen, valuesForCall(chosen, values)));
      written.add(next.slice(next.indexOf('?')));
      start.current = '';
      setState({ name: chosen, values: valuesForCall(chosen, values), ignored: [] });
      void navigate(next, { preventScrollReset: true });
    },
  };
}
