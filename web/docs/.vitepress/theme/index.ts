import DefaultTheme from 'vitepress/theme-without-fonts';
import type { Theme } from 'vitepress';
import { ApiReference } from './api-reference';
import { followChosenTabs } from './chosen-tab';
import './theme.css';
import './print.css';

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('ApiReference', ApiReference);
    if (!import.meta.env.SSR) followChosenTabs();
  },
};

export default theme;
