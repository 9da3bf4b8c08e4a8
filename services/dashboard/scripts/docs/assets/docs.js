/* global document, window, localStorage, navigator, IntersectionObserver */
'use strict';

// Runs before the page is drawn, so that tabs do not flicker; all of the page is there and usable without it.
(() => {
  const WAY_KEY = 'heliograph-docs-way';
  const MOST_RESULTS = 8;
  const root = document.documentElement;

  /** The way of calling that was chosen last, on every page. */
  const way = {
    get: () => {
      try {
        return localStorage.getItem(WAY_KEY) ?? 'curl';
      } catch {
        return 'curl';
      }
    },
    set: (value) => {
      root.dataset.way = value;
      try {
        localStorage.setItem(WAY_KEY, value);
      } catch {
        // Storage is off: the choice holds for this page.
      }
    },
  };
  root.classList.add('scripted');
  root.dataset.way = way.get();

  document.addEventListener('DOMContentLoaded', () => {
    document.querySelectorAll('.examples').forEach(makeTabs);
    document.querySelectorAll('.code').forEach(addCopyButton);
    const search = document.querySelector('.search');
    if (search) makeSearch(search);
    const menu = document.querySelector('.menu');
    if (menu) makeMenu(menu);
    followSections();
  });

  // Tabs (https://www.w3.org/WAI/ARIA/apg/patterns/tabs/); the same tab is chosen in all groups that have it.

  function makeTabs(group) {
    const tabs = [...group.querySelectorAll('[role=tab]')];
    group.addEventListener('click', ({ target }) => {
      const tab = target.closest('[role=tab]');
      if (tab) choose(tab);
    });
    group.querySelector('[role=tablist]').addEventListener('keydown', (event) => {
      const at = tabs.indexOf(document.activeElement);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
      if (to === undefined || at === -1) return;
      event.preventDefault();
      const tab = tabs[(to + tabs.length) % tabs.length];
      choose(tab);
      tab.focus();
    });
    group.querySelectorAll('.way').forEach((panel) => {
      panel.setAttribute('role', 'tabpanel');
      panel.removeAttribute('aria-label');
      panel.setAttribute('aria-labelledby', panel.id.replace(/-panel$/, ''));
    });
    showChosen(group);
  }

  function choose(tab) {
    // What is above the tabs may grow or shrink: they stay where they are under the pointer.
    const before = tab.getBoundingClientRect().top;
    way.set(tab.dataset.way);
    document.querySelectorAll('.examples').forEach(showChosen);
    window.scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
  }

  function showChosen(group) {
    const tabs = [...group.querySelectorAll('[role=tab]')];
    const chosen = tabs.find((tab) => tab.dataset.way === root.dataset.way) ?? tabs[0];
    for (const tab of tabs) {
      tab.setAttribute('aria-selected', String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
    }
  }

  // Copying

  function addCopyButton(block) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', 'Copy the code');
    const said = document.createElement('span');
    said.className = 'visually-hidden';
    said.setAttribute('role', 'status');
    button.addEventListener('click', async () => {
      const shown = [...block.querySelectorAll('pre')].find((pre) => pre.offsetParent !== null);
      const isCopied = await copy(shown);
      button.textContent = isCopied ? 'Copied' : 'Selected';
      said.textContent = isCopied ? 'Copied' : 'Selected: copy it with your keyboard';
      setTimeout(() => {
        button.textContent = 'Copy';
        said.textContent = '';
      }, 2000);
    });
    block.append(button, said);
  }

  /** Where the clipboard is refused, as on pages without TLS, the code is selected. */
  async function copy(pre) {
    try {
      await navigator.clipboard.writeText(pre.textContent.replace(/\n$/, ''));
      return true;
    } catch {
      window.getSelection().selectAllChildren(pre);
      return false;
    }
  }

  // Search (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/)

  function makeSearch(search) {
    const input = search.querySelector('input');
    const list = search.querySelector('[role=listbox]');
    const status = search.querySelector('[role=status]');
    let index;
    let active = -1;
    search.hidden = false;

    const load = async () => {
      index ??= fetch('/docs/search-index.json').then((response) => {
        if (!response.ok) throw new Error(String(response.status));
        return response.json();
      });
      try {
        return (await index).map(toEntry);
      } catch {
        index = undefined;
        return undefined;
      }
    };
    const close = () => {
      list.hidden = true;
      active = -1;
      input.setAttribute('aria-expanded', 'false');
      input.removeAttribute('aria-activedescendant');
    };
    const show = async () => {
      const words = wordsOf(input.value);
      if (words.length === 0) {
        status.textContent = '';
        close();
        return;
      }
      const entries = await load();
      // Typing went on while it was loaded.
      if (words.join() !== wordsOf(input.value).join()) return;
      const results = entries ? find(entries, words) : [];
      list.replaceChildren(...(results.length > 0 ? results.map(optionFor(words)) : [nothing(entries)]));
      list.hidden = false;
      list.scrollTop = 0;
      input.setAttribute('aria-expanded', 'true');
      status.textContent = results.length === 1 ? '1 result' : `${results.length} results`;
      setActive(results.length > 0 ? 0 : -1);
    };
    const setActive = (to) => {
      const options = [...list.querySelectorAll('[role=option]')];
      active = to;
      options.forEach((option, at) => option.setAttribute('aria-selected', String(at === to)));
      if (to === -1) input.removeAttribute('aria-activedescendant');
      else input.setAttribute('aria-activedescendant', options[to].id);
      options[to]?.scrollIntoView({ block: 'nearest' });
    };

    input.addEventListener('input', show);
    input.addEventListener('focus', () => {
      void load();
      if (input.value !== '') void show();
    });
    input.addEventListener('keydown', (event) => {
      const options = list.querySelectorAll('[role=option]');
      if (event.key === 'Escape') {
        if (list.hidden) input.value = '';
        close();
      } else if (list.hidden || options.length === 0) {
        return;
      } else if (event.key === 'ArrowDown') {
        setActive((active + 1) % options.length);
      } else if (event.key === 'ArrowUp') {
        setActive((active - 1 + options.length) % options.length);
      } else if (event.key === 'Enter') {
        options[active]?.click();
      } else {
        return;
      }
      event.preventDefault();
    });
    list.addEventListener('click', (event) => {
      const option = event.target.closest('[role=option]');
      if (!option) return;
      close();
      input.blur();
      window.location.assign(option.dataset.address);
    });
    search.addEventListener('focusout', ({ relatedTarget }) => {
      if (!search.contains(relatedTarget)) close();
    });
    // A press on a result keeps the focus in the field, so that the list is still there at the click.
    list.addEventListener('mousedown', (event) => event.preventDefault());
    document.addEventListener('keydown', (event) => {
      const isTyping = /^(?:INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.focus();
      input.select();
    });
  }

  function fold(text) {
    return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  }

  function wordsOf(text) {
    return fold(text).match(/[\p{L}\p{N}_-]+/gu) ?? [];
  }

  function toEntry([page, heading, address, text]) {
    return { page, heading, address, text, where: [fold(heading), fold(page), fold(text)] };
  }

  /** Every word must be somewhere; where it is, and whether a word begins with it, decides on the order. */
  function find(entries, words) {
    const weights = [12, 8, 1];
    return entries
      .map((entry) => {
        let score = entry.heading === '' ? 1 : 0;
        for (const word of words) {
          const found = entry.where.map((text, at) => {
            const position = text.indexOf(word);
            if (position === -1) return 0;
            const begins = position === 0 || !/[\p{L}\p{N}]/u.test(text[position - 1]);
            return weights[at] * (begins ? 2 : 1);
          });
          const best = Math.max(...found);
          if (best === 0) return { entry, score: 0 };
          score += best + found.reduce((sum, value) => sum + value, 0) / 10;
        }
        // References hold every word; who looks for one mostly wants it explained.
        return { entry, score: entry.address.includes('-reference') ? score * 0.6 : score };
      })
      .filter(({ score }) => score > 0)
      .sort((one, other) => other.score - one.score)
      .slice(0, MOST_RESULTS)
      .map(({ entry }) => entry);
  }

  function optionFor(words) {
    return ({ page, heading, address, text }, at) => {
      const option = element('div', 'result');
      option.id = `docs-search-result-${at}`;
      option.setAttribute('role', 'option');
      option.dataset.address = address;
      option.append(
        marked(element('span', 'result-title'), heading || page, words),
        element('span', 'result-page', heading ? page : ''),
        marked(element('span', 'result-text'), snippet(text, words), words),
      );
      return option;
    };
  }

  function nothing(entries) {
    return element('p', 'no-result', entries ? 'Nothing found.' : 'The search could not be loaded.');
  }

  function snippet(text, words) {
    const at = fold(text).indexOf(words.find((word) => fold(text).includes(word)) ?? '');
    const from = at < 50 ? 0 : text.lastIndexOf(' ', at - 30) + 1;
    return `${from > 0 ? '… ' : ''}${text.slice(from, from + 130)}`;
  }

  /** The text with what was searched for marked. */
  function marked(target, text, words) {
    const pattern = new RegExp(`(${words.map((word) => word.replaceAll(/[-]/g, '\\-')).join('|')})`, 'iu');
    text.split(pattern).forEach((part, at) => {
      target.append(at % 2 === 1 ? element('mark', '', part) : part);
    });
    return target;
  }

  function element(name, className, text = '') {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text) made.textContent = text;
    return made;
  }

  // The menu of a phone

  function makeMenu(menu) {
    const summary = menu.querySelector('summary');
    menu.addEventListener('toggle', () => {
      root.classList.toggle('menu-is-open', menu.open);
      if (menu.open) menu.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
    });
    document.addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape' || !menu.open) return;
      menu.open = false;
      summary.focus();
    });
    document.addEventListener('click', ({ target }) => {
      if (menu.open && !menu.contains(target)) menu.open = false;
    });
  }

  // Where one is on the page

  function followSections() {
    const links = new Map(
      [...document.querySelectorAll('.sections a')].map((link) => [link.hash.slice(1), link]),
    );
    if (links.size === 0) return;
    const visible = new Set();
    const list = document.querySelector('.sections');
    const mark = () => {
      const first = [...links.keys()].find((id) => visible.has(id));
      if (first === undefined) return;
      const { offsetTop } = links.get(first);
      const isInView = offsetTop > list.scrollTop && offsetTop < list.scrollTop + list.clientHeight - 60;
      if (!isInView) list.scrollTop = offsetTop - list.clientHeight / 2;
      for (const [id, link] of links) {
        if (id === first) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) visible.add(target.id);
          else visible.delete(target.id);
        }
        mark();
      },
      { rootMargin: '-72px 0px -55% 0px' },
    );
    for (const id of links.keys()) observer.observe(document.getElementById(id));
  }
})();
