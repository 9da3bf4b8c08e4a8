import type { RefObject } from 'react';

/** Brings the focus to the first control with a fault, once the fault is shown. */
export function focusFirstFault(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  });
}
