import { type Dispatch, type SetStateAction, useEffect, useState } from 'react';
import { forgetDrafts, hasKeptDraft, holdDraft, keptDraft } from './kept-drafts';
import { draftOwnerOf, useSession } from './session';

/**
 * Like `useState`, for what is typed in a form: if the session ends meanwhile, it is there again after signing in. Not
 * for secrets: this tab stores it.
 *
 * @param form a name of the form and what it is about.
 */
export function useDraft<Draft>(
  form: string,
  initial: () => Draft,
): [Draft, Dispatch<SetStateAction<Draft>>] {
  const owner = draftOwnerOf(useSession());
  const [draft, setDraft] = useState(() => {
    const first = initial();
    return keptDraft(form, owner, first, window) ?? first;
  });
  useEffect(() => forgetDrafts(window), []);
  useEffect(() => holdDraft(form, draft), [form, draft]);
  return [draft, setDraft];
}

/** Whether a form was open when the session ended, and is to be again. */
export function useHasDraft(form: string): boolean {
  const owner = draftOwnerOf(useSession());
  const [has] = useState(() => hasKeptDraft(form, owner, window));
  return has;
}
