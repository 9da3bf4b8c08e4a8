import DefaultTheme from 'vitepress/theme-without-fonts';
import { useData, type Theme } from 'vitepress';
import { h } from 'vue';
import { ApiReference } from './api-reference';
import { followChosenTabs } from './chosen-tab';
import './theme.css';

const theme: Theme = {
  extends: DefaultTheme,
  Layout: () => {
    const { frontmatter } = useData<{ openapi?: string }>();
    const { openapi } = frontmatter.value;
    return h(DefaultTheme.Layout, null, {
      'doc-footer-before': () =>
        openapi === undefined ? undefined : h(ApiReference, { key: openapi, url: openapi }),
    });
  },
  enhanceApp() {
    if (!import.meta.env.SSR) followChosenTabs();
  },
};

export default theme;
