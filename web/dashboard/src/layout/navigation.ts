import { mayDo, type MemberRole, type PermittedOperation } from '@heliograph/contract';
import type { IconName } from '../design/icon';

interface NavigationItem {
  path: string;
  label: string;
  icon: IconName;
  /** Only this exact path, not paths below it. */
  isExact?: boolean;
  /** The operation a user's role must allow for the page to be useful. */
  needs?: PermittedOperation;
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
      { path: '/activities', label: 'Activities', icon: 'search', needs: 'listActivities' },
      { path: '/saved-searches', label: 'Saved searches', icon: 'bookmark', needs: 'listSavedSearches' },
      { path: '/usage', label: 'Usage', icon: 'chart' },
      { path: '/logs', label: 'Logs', icon: 'list', needs: 'listLogs' },
    ],
  },
  {
    label: 'Access',
    items: [
      { path: '/keys', label: 'API keys', icon: 'key', needs: 'listKeys' },
      { path: '/playground', label: 'Playground', icon: 'play' },
      { path: '/command-line', label: 'Command line', icon: 'terminal', needs: 'useCommandLine' },
    ],
  },
  {
    label: 'Account',
    items: [
      { path: '/billing', label: 'Billing', icon: 'card', needs: 'getBilling' },
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

/** Pages without a navigation link. */
const OTHERS: readonly { path: string; needs: PermittedOperation }[] = [
  { path: '/companies', needs: 'getCompany' },
  { path: '/device', needs: 'decideDeviceLogin' },
  { path: '/cli', needs: 'authorize' },
];

/** The roles that decide what a user sees. */
export interface Roles {
  role: 'user' | 'operator';
  memberRole: MemberRole;
}

/** Links to all pages the user may see. */
export function navigationOf({ role, memberRole }: Roles): NavigationGroup[] {
  const groups = GROUPS.map((group) => ({
    ...group,
    items: group.items.filter(({ needs }) => needs === undefined || mayDo(memberRole, needs)),
  }));
  return (role === 'operator' ? [...groups, OPERATOR] : groups).filter(({ items }) => items.length > 0);
}

/** The operation a page needs; undefined if everyone may see it. */
export function neededFor(pathname: string): PermittedOperation | undefined {
  const pages = [...GROUPS.flatMap(({ items }) => items), ...OTHERS];
  return pages.find(({ path }) => pathname === path || pathname.startsWith(`${path}/`))?.needs;
}
