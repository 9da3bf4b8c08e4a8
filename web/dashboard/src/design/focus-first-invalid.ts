import type { RefObject } from 'react';

/** Focuses the first invalid control, or the first of an invalid group, once its error is shown. */
export function focusFirstInvalid(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid] input')?.focus();
  });
}
