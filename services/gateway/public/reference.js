// The pages work without this script; it adds copying and a choice of light or dark.
'use strict';

const THEME = 'heliograph-theme';

function storedTheme() {
  try {
    return localStorage.getItem(THEME);
  } catch {
    return null;
  }
}

function applyTheme(theme) {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(THEME, theme);
  } catch {
    // Storage is switched off: the choice lasts as long as the page.
  }
}

const stored = storedTheme();
if (stored === 'light' || stored === 'dark') applyTheme(stored);

const toggle = document.createElement('button');
toggle.type = 'button';
toggle.textContent = 'Light or dark';
toggle.addEventListener('click', () => {
  const current =
    document.documentElement.dataset.theme ||
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
  applyTheme(current === 'dark' ? 'light' : 'dark');
});
document.querySelector('header').append(toggle);

if (navigator.clipboard) {
  for (const block of document.querySelectorAll('pre')) {
    const text = block.textContent;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(text);
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    });
    block.append(button);
  }
}

// A link to an answer inside a closed block opens it.
function openTarget() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const closed = target && target.closest('details');
  if (closed) closed.open = true;
}
addEventListener('hashchange', openTarget);
openTarget();
