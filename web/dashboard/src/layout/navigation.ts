import type { IconName } from '../design/icon';

interface NavigationItem {
  path: string;
  label: string;
  icon: IconName;
  /** Only this exact path, not paths below it. */
  isExact?: boolean;
}

interface NavigationGroup {
  label: string;
  items: NavigationItem[];
}

const GROUPS: NavigationGroup[] = [
  {
    label: 'Data',
    items: [
      { path: '/', label: 'Overview', icon: 'home', isExact: true },
      { path: '/activities', label: 'Activities', icon: 'search' },
      { path: '/saved-searches', label: 'Saved searches', icon: 'bookmark' },
      { path: '/usage', label: 'Usage', icon: 'chart' },
      { path: '/logs', label: 'Logs', icon: 'list' },
    ],
  },
  {
    label: 'Access',
    items: [
      { path: '/keys', label: 'API keys', icon: 'key' },
      { path: '/playground', label: 'Playground', icon: 'play' },
      { path: '/command-line', label: 'Command line', icon: 'terminal' },
    ],
  },
  {
    label: 'Account',
    items: [
      { path: '/billing', label: 'Billing', icon: 'card' },
      { path: '/settings', label: 'Settings', icon: 'settings' },
    ],
  },
];

const OPERATOR: NavigationGroup = {
  label: 'Operator',
  items: [
    { path: '/operator', label: 'Console', icon: 'growth', isExact: true },
    { path: '/operator/accounts', label: 'Accounts', icon: 'shield' },
    { path: '/operator/access', label: 'Access', icon: 'warning' },
  ],
};

/** Links to all pages the role may see. */
export function navigationOf(role: 'user' | 'operator'): NavigationGroup[] {
  return role === 'operator' ? [...GROUPS, OPERATOR] : GROUPS;
}
