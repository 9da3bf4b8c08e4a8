const STORED = 'heliograph-example';

/** Shows all examples in the language chosen last, on later pages too. */
export function followChosenTabs(): void {
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.closest('.vp-code-group') === null) return;
    const name = nameOf(target);
    storeChosenTab(name);
    show(name);
  });
  // Navigation does not reload the page.
  new MutationObserver(() => {
    const name = chosenTab();
    if (name !== null) show(name);
  }).observe(document.body, { childList: true, subtree: true });
}

// Where storage is blocked, reading `localStorage` already throws.

export function chosenTab(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

export function storeChosenTab(name: string): void {
  try {
    localStorage.setItem(STORED, name);
  } catch {
    // The choice lasts until the next page.
  }
}

function nameOf(input: HTMLInputElement): string {
  return input.labels?.[0]?.textContent ?? '';
}

function show(name: string): void {
  for (const group of document.querySelectorAll('.vp-code-group')) {
    const inputs = [...group.querySelectorAll('input')];
    const index = inputs.findIndex((input) => nameOf(input) === name);
    const input = inputs[index];
    if (input === undefined || input.checked) continue;
    input.checked = true;
    const blocks = group.querySelector('.blocks')?.children ?? [];
    [...blocks].forEach((block, position) => block.classList.toggle('active', position === index));
  }
}
