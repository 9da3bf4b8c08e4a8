import { useData } from 'vitepress';
import { defineComponent, h, onBeforeUnmount, onMounted, ref, watchEffect } from 'vue';

type SwaggerUi = (options: Record<string, unknown>) => unknown;

/** As far as plugins use it: the React that Swagger UI bundles. */
interface SwaggerSystem {
  React: { createElement(type: unknown, props: object | null, ...children: unknown[]): unknown };
}

const FILES = '/docs/swagger-ui/swagger-ui';

/**
 * A path is a link inside the button that opens the operation, which assistive technology cannot reach: use plain text.
 */
const plainPaths = {
  wrapComponents: {
    DeepLink:
      (_original: unknown, { React }: SwaggerSystem) =>
      ({ text }: { text: unknown }) =>
        React.createElement('span', null, text),
  },
};

/** The only list on the page without a label. Named whenever it is rendered, which can be after Swagger UI completes. */
const labeledServers = {
  wrapComponents: {
    Servers:
      (original: unknown, { React }: SwaggerSystem) =>
      (props: object) =>
        React.createElement(
          'div',
          {
            ref: (element: Element | null) =>
              element?.querySelector('#servers')?.setAttribute('aria-label', 'Server'),
          },
          React.createElement(original, props),
        ),
  },
};

/** The reference of an OpenAPI document, with "try it". Loaded only on the pages that show it. */
export const ApiReference = defineComponent({
  props: { url: { type: String, required: true } },
  setup({ url }) {
    const { isDark } = useData();
    const host = ref<HTMLElement>();
    const classes = document_()?.documentElement.classList;
    watchEffect(() => classes?.toggle('dark-mode', isDark.value));
    onMounted(async () => {
      await Promise.all([load('link', { rel: 'stylesheet', href: `${FILES}.css` }), loadScript()]);
      const { SwaggerUIBundle } = window as unknown as { SwaggerUIBundle: SwaggerUi };
      SwaggerUIBundle({
        url,
        domNode: host.value,
        deepLinking: true,
        defaultModelsExpandDepth: 0,
        docExpansion: 'list',
        plugins: [plainPaths, labeledServers],
        tryItOutEnabled: true,
        // A third-party service that would receive the document.
        validatorUrl: null,
      });
    });
    onBeforeUnmount(() => classes?.remove('dark-mode'));
    return () => [
      h(
        'p',
        { class: 'downloads' },
        downloadsOf(url).map(([text, file]) => h('a', { href: file, download: '' }, text)),
      ),
      h('div', { ref: host, class: 'api-reference' }),
    ];
  },
});

/** The document, and collections of the API made from it. */
function downloadsOf(url: string): readonly (readonly [text: string, file: string])[] {
  const document = ['OpenAPI document', url] as const;
  if (url !== '/docs/openapi.json') return [document];
  return [document, ['Postman collection', '/docs/postman.json'], ['Bruno collection', '/docs/bruno.json']];
}

function document_(): Document | undefined {
  return import.meta.env.SSR ? undefined : document;
}

function loadScript(): Promise<void> {
  return load('script', { src: `${FILES}-bundle.js` });
}

/** Adds an element to the head, once, and waits for its file to load. */
function load(name: 'link' | 'script', attributes: Record<string, string>): Promise<void> {
  const selector = Object.entries(attributes).map(([key, value]) => `[${key}="${value}"]`);
  if (document.head.querySelector(name + selector.join('')) !== null) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement(name), attributes);
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => reject(new Error(`${name} could not be loaded`)));
    document.head.append(element);
  });
}
