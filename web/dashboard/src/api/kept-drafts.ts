import { removeFromTab, storedInTab, storeInTab, type Tab } from './tab-storage';

const STORED_AS = 'heliograph.drafts';

interface KeptDrafts {
  owner: string;
  drafts: Record<string, unknown>;
}

/** What is typed in the forms that are open now, by form. */
const open = new Map<string, unknown>();

/** Notes what is typed in an open form. @returns a function for when it closes. */
export function holdDraft(form: string, draft: unknown): () => void {
  open.set(form, draft);
  return () => void open.delete(form);
}

/**
 * Keeps what is typed in open forms in this tab while their user signs in again. If storage is blocked, it is lost.
 *
 * @param owner the user, in the account: nobody else gets it.
 */
export function keepDrafts(owner: string, tab: Tab): void {
  if (open.size === 0) return;
  const kept: KeptDrafts = { owner, drafts: Object.fromEntries(open) };
  storeInTab(tab, STORED_AS, JSON.stringify(kept));
}

/** A form's kept draft, if it looks like what the form starts with: a newer version may start with something else. */
export function keptDraft<Draft>(form: string, owner: string, initial: Draft, tab: Tab): Draft | undefined {
  const kept = read(tab);
  if (kept?.owner !== owner || !Object.hasOwn(kept.drafts, form)) return undefined;
  const draft = kept.drafts[form];
  return isLike(draft, initial) ? (draft as Draft) : undefined;
}

export function hasKeptDraft(form: string, owner: string, tab: Tab): boolean {
  const kept = read(tab);
  return kept?.owner === owner && Object.hasOwn(kept.drafts, form);
}

export function forgetDrafts(tab: Tab): void {
  removeFromTab(tab, STORED_AS);
}

function read(tab: Tab): KeptDrafts | null {
  return JSON.parse(storedInTab(tab, STORED_AS) ?? 'null') as KeptDrafts | null;
}

function isLike(value: unknown, model: unknown): boolean {
  if (Array.isArray(model))
    return Array.isArray(value) && value.every((each) => model.length === 0 || isLike(each, model[0]));
  if (typeof model !== 'object' || model === null) return typeof value === typeof model;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(model).every(([name, each]) => isLike((value as Record<string, unknown>)[name], each))
  );
}
