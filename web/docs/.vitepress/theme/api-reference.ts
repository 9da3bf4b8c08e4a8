import { useData, useRouter } from 'vitepress';
import { defineComponent, h, nextTick, onBeforeUnmount, onMounted, ref, watchEffect } from 'vue';

interface SwaggerUi {
  layoutActions: { show(path: readonly string[], isShown: boolean): void };
}

/** The part plugins use: the React bundled with Swagger UI. */
interface SwaggerSystem {
  React: { createElement(type: unknown, props: object | null, ...children: unknown[]): unknown };
}

/** The part changed for Swagger UI. */
interface OpenApiDocument {
  paths: Record<string, Record<string, { parameters: readonly Parameter[] }>>;
}

interface Parameter {
  content?: Record<string, { example?: unknown }>;
}

const FILES = '/docs/swagger-ui/swagger-ui';
const SCRIPT = `${FILES}-bundle.js`;
const STYLES = `${FILES}.css`;

/**
 * Swagger UI puts a path's link inside the button that opens the operation, where assistive technology cannot reach it:
 * use plain text.
 */
const plainPaths = {
  wrapComponents: {
    DeepLink:
      (_original: unknown, { React }: SwaggerSystem) =>
      ({ text }: { text: unknown }) =>
        React.createElement('span', null, text),
  },
};

/** Keeps the last opened operation in the address. "deepLinking" would add a second history entry for it. */
const addressed = {
  statePlugins: {
    layout: {
      wrapActions: {
        show:
          (original: SwaggerUi['layoutActions']['show']) => (path: readonly string[], isShown: boolean) => {
            const [kind, ...names] = path;
            if (kind === 'operations' && isShown) history.replaceState(history.state, '', addressOf(names));
            return original(path, isShown);
          },
      },
    },
  },
};

/**
 * The list of operations, replaced by Swagger UI with an operation open while the address names one
 * (`#/Tag/operationId`). Swagger UI takes seconds of CPU on a phone, so it loads only on demand.
 */
export const ApiReference = defineComponent({
  props: { url: { type: String, required: true } },
  setup({ url }, { slots }) {
    const { isDark } = useData();
    const router = useRouter();
    const host = ref<HTMLElement>();
    const state = ref<'closed' | 'loading' | 'failed' | 'open'>('closed');
    let starting: Promise<SwaggerUi> | undefined;

    async function followAddress() {
      if (!linkTo(location.href)) {
        state.value = 'closed';
        return;
      }
      state.value = 'loading';
      try {
        starting ??= start(url, host.value!);
        const operation = await openOperation(await starting);
        if (operation === undefined) return;
        state.value = 'open';
        await nextTick();
        operation.querySelector('button')?.focus({ preventScroll: true });
        operation.scrollIntoView();
      } catch {
        starting = undefined;
        state.value = 'failed';
      }
    }

    function onHashChange({ oldURL }: HashChangeEvent) {
      void followAddress();
      void nextTick(() => {
        if (state.value === 'closed') linkTo(oldURL)?.focus();
      });
    }

    /** On Back to the list, and on Forward, VitePress would re-render the page and lose what the reader entered. */
    function onBeforePageLoad(to: string) {
      const { pathname, hash } = new URL(to, location.href);
      void followAddress();
      return pathname !== router.route.path || (hash !== '' && !linkTo(to));
    }

    /** Retrying after a failure does not change the address. */
    function onClick({ target }: MouseEvent) {
      if ((target as Element).closest('a')?.href === location.href) void followAddress();
    }

    function retry() {
      // The button is about to disappear.
      linkTo(location.href)?.focus({ preventScroll: true });
      void followAddress();
    }

    function warm() {
      if (starting === undefined) preload(url);
    }

    const classes = import.meta.env.SSR ? undefined : document.documentElement.classList;
    watchEffect(() => classes?.toggle('dark-mode', isDark.value));
    onMounted(() => {
      window.addEventListener('hashchange', onHashChange);
      router.onBeforePageLoad = onBeforePageLoad;
      void followAddress();
    });
    onBeforeUnmount(() => {
      window.removeEventListener('hashchange', onHashChange);
      router.onBeforePageLoad = undefined;
      classes?.remove('dark-mode');
    });

    return () => [
      h(
        'p',
        { class: 'downloads vp-raw' },
        downloadsOf(url).map(([text, file]) => h('a', { href: file, download: '' }, text)),
      ),
      h(
        'div',
        {
          class: 'operations',
          hidden: state.value === 'open',
          onClick,
          onFocusinOnce: warm,
          // Unlike pointerenter, not triggered by a scrolling finger.
          onMouseoverOnce: warm,
        },
        slots.default?.(),
      ),
      h('div', { ref: host, class: 'api-reference vp-raw', hidden: state.value !== 'open' }),
      h('div', { class: 'reference-status vp-raw', role: 'status' }, [
        state.value === 'loading' && 'Loading the reference…',
        state.value === 'failed' && [
          'The reference could not be loaded.',
          h('button', { onClick: retry }, 'Try again'),
        ],
      ]),
    ];
  },
});

/** The document and the collections generated from it. */
function downloadsOf(url: string): readonly (readonly [text: string, file: string])[] {
  const document = ['OpenAPI document', url] as const;
  if (url !== '/docs/openapi.json') return [document];
  return [document, ['Postman collection', '/docs/postman.json'], ['Bruno collection', '/docs/bruno.json']];
}

/** The listed operation that an address names. */
function linkTo(address: string): HTMLElement | null {
  const { hash } = new URL(address, location.href);
  return hash.startsWith('#/') ? document.getElementById(hash.slice(1)) : null;
}

function addressOf(names: readonly string[]): string {
  return `#/${names.map(encodeURIComponent).join('/')}`;
}

async function start(url: string, domNode: HTMLElement): Promise<SwaggerUi> {
  const [spec] = await Promise.all([fetchJson(url) as Promise<OpenApiDocument>, loadFiles()]);
  emptyJsonParameters(spec);
  const { SwaggerUIBundle } = window as unknown as { SwaggerUIBundle: (options: object) => SwaggerUi };
  new MutationObserver(() => makeAccessible(domNode)).observe(domNode, { childList: true, subtree: true });
  return SwaggerUIBundle({
    spec,
    domNode,
    defaultModelsExpandDepth: 0,
    docExpansion: 'list',
    plugins: [plainPaths, addressed],
    // The default's red falls short of a contrast of 4.5.
    syntaxHighlight: { theme: 'tomorrow-night' },
    tryItOutEnabled: true,
    // Disables a third-party service that would receive the document.
    validatorUrl: null,
  });
}

/** Gives JSON parameters an empty example: otherwise Swagger UI would fill them with samples, and send those. */
function emptyJsonParameters({ paths }: OpenApiDocument): void {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  for (const { content } of operations.flatMap(({ parameters }) => parameters))
    for (const media of Object.values(content ?? {})) media.example ??= '';
}

/** Fixes what Swagger UI renders inaccessibly: fields without a name, and examples the keyboard cannot scroll. */
function makeAccessible(host: HTMLElement): void {
  for (const field of host.querySelectorAll('select:not([aria-label]), textarea:not([aria-label])'))
    field.setAttribute('aria-label', nameOf(field));
  for (const example of host.querySelectorAll<HTMLElement>('pre.microlight')) example.tabIndex = 0;
}

function nameOf(field: Element): string {
  if (field.id === 'servers') return 'Server';
  const name = field.matches('.body-param__text') ? 'Request body' : 'Example';
  return field.closest('tr')?.dataset.paramName ?? name;
}

/**
 * Opens the operation named in the address, and waits for Swagger UI to render it.
 *
 * @returns the operation, or undefined if the reader left meanwhile.
 */
async function openOperation({ layoutActions }: SwaggerUi): Promise<Element | undefined> {
  if (!linkTo(location.href)) return undefined;
  const [tag = '', operation = ''] = decodeURIComponent(location.hash).slice(2).split('/');
  layoutActions.show(['operations-tag', tag], true);
  layoutActions.show(['operations', tag, operation], true);
  const id = `operations-${tag.replaceAll(' ', '_')}-${operation}`;
  while (linkTo(location.href)) {
    const element = document.getElementById(id);
    if (element?.querySelector('.responses-wrapper')) return element;
    await new Promise(requestAnimationFrame);
  }
  return undefined;
}

function preload(url: string): void {
  append('link', { rel: 'preload', as: 'script', href: SCRIPT });
  append('link', { rel: 'preload', as: 'style', href: STYLES });
  append('link', { rel: 'preload', as: 'fetch', href: url, crossOrigin: 'anonymous' });
}

async function fetchJson(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} could not be loaded`);
  return response.json();
}

let files: Promise<unknown> | undefined;

/** Loads once, unless that fails. */
function loadFiles(): Promise<unknown> {
  // Its library "zenscroll" would intercept clicks on every link to a section, without firing "hashchange".
  Object.assign(window, { noZensmooth: true });
  files ??= Promise.all([
    load('link', { rel: 'stylesheet', href: STYLES }),
    load('script', { src: SCRIPT }),
  ]).catch((error: unknown) => {
    files = undefined;
    throw error;
  });
  return files;
}

function load(name: 'link' | 'script', attributes: object): Promise<void> {
  return new Promise((resolve, reject) => {
    const element = append(name, attributes);
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => reject(new Error(`${name} could not be loaded`)));
  });
}

function append(name: 'link' | 'script', attributes: object): HTMLElement {
  const element = Object.assign(document.createElement(name), attributes);
  document.head.append(element);
  return element;
}
