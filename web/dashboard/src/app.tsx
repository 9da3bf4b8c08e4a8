import type { SessionState } from '@heliograph/dashboard-api';
import { focusManager, type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  type LoaderFunctionArgs,
  Navigate,
  type Params,
  type RouteObject,
} from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { keepDrafts } from './api/kept-drafts';
import { createQueryClient, SESSION_KEY } from './api/query-client';
import { signInPath } from './api/return-to';
import { draftOwnerOf } from './api/session';
import { onSignOutElsewhere } from './api/sign-out-signal';
import { ToastProvider } from './design/toast';
import { AppLayout } from './layout/app-layout';
import { FocusLayout } from './layout/focus-layout';
import { PageFailure, RootFailure } from './layout/page-failure';
import { RootLayout } from './layout/root-layout';
import { RequireOperator, RequireSession } from './layout/session-gate';
import { Component as NotFoundPage } from './pages/not-found/not-found-page';
import { Component as SignInPage } from './pages/sign-in/sign-in-page';

interface PageModule {
  Component: ComponentType;
  /** Starts the requests the page waits for, as far as its address determines them. */
  preload?: (client: QueryClient, url: URL, parameters: Params) => void;
}

/**
 * A page's chunk, loaded on first visit. Its first data is requested along with the session, not after it. (If the user
 * switches accounts in another tab between the two, this page shows the other account's data until the next fetch;
 * changes name the session's account, so the server refuses them.)
 */
function page(load: () => Promise<PageModule>) {
  return async () => {
    const { Component, preload } = await load();
    const loader = ({ request, params }: LoaderFunctionArgs) => {
      preload?.(queryClient, new URL(request.url), params);
      return null;
    };
    // The page itself follows its address.
    return { Component, loader, shouldRevalidate: () => false };
  };
}

/**
 * Other pages load on first visit; each module is a {@link PageModule}. `handle` names the first requests of a page
 * whose address has no query, exactly as it sends them. The build parses both, and the complete paths, from this file
 * (page-files.mjs).
 */
const routes: RouteObject[] = [
  {
    Component: RootLayout,
    // The document itself shows that the app is starting (design/starting.css).
    HydrateFallback: () => null,
    ErrorBoundary: RootFailure,
    children: [
      // Visitors' first page is bundled with the first script.
      { path: '/sign-in', Component: SignInPage },
      {
        Component: RequireSession,
        children: [
          {
            Component: FocusLayout,
            children: [
              {
                ErrorBoundary: PageFailure,
                children: [
                  { path: '/device', lazy: page(() => import('./pages/command-line/device-page')) },
                  { path: '/join', lazy: page(() => import('./pages/join/join-page')) },
                  { path: '/cli/authorize', lazy: page(() => import('./pages/command-line/authorize-page')) },
                ],
              },
            ],
          },
          {
            Component: AppLayout,
            children: [
              {
                // Inside the layout, so navigation still works when a page fails.
                ErrorBoundary: PageFailure,
                children: [
                  {
                    path: '/',
                    handle: ['/overview', '/keys'],
                    lazy: page(() => import('./pages/overview/overview-page')),
                  },
                  { path: '/overview', element: <Navigate to="/" replace /> },
                  { path: '/keys', handle: ['/keys'], lazy: page(() => import('./pages/keys/keys-page')) },
                  {
                    path: '/usage',
                    handle: ['/usage'],
                    lazy: page(() => import('./pages/usage/usage-page')),
                  },
                  { path: '/logs', lazy: page(() => import('./pages/logs/logs-page')) },
                  {
                    path: '/billing',
                    handle: ['/billing'],
                    lazy: page(() => import('./pages/billing/billing-page')),
                  },
                  { path: '/billing/receipts/:id', lazy: page(() => import('./pages/billing/receipt-page')) },
                  {
                    path: '/activities',
                    handle: ['/activities?limit=25'],
                    lazy: page(() => import('./pages/activities/activities-page')),
                  },
                  {
                    path: '/saved-searches',
                    handle: ['/saved-searches'],
                    lazy: page(() => import('./pages/saved-searches/saved-searches-page')),
                  },
                  {
                    path: '/saved-searches/:id',
                    handle: ['/saved-searches/:id'],
                    lazy: page(() => import('./pages/saved-searches/saved-search-page')),
                  },
                  {
                    path: '/companies/:slug',
                    handle: [
                      '/activities/companies/:slug',
                      '/activities?companySlug=:slug&countOnly=true&facets=category%2Cmonth',
                      '/activities?companySlug=:slug&limit=25',
                    ],
                    lazy: page(() => import('./pages/company/company-page')),
                  },
                  { path: '/playground', lazy: page(() => import('./pages/playground/playground-page')) },
                  {
                    path: '/command-line',
                    lazy: page(() => import('./pages/command-line/command-line-page')),
                  },
                  {
                    path: '/settings',
                    handle: ['/members', '/sessions'],
                    lazy: page(() => import('./pages/settings/settings-page')),
                  },
                  {
                    Component: RequireOperator,
                    children: [
                      {
                        path: '/operator',
                        handle: ['/operator/console'],
                        lazy: page(() => import('./pages/operator/console/console-page')),
                      },
                      {
                        path: '/operator/accounts',
                        lazy: page(() => import('./pages/operator/accounts-page')),
                      },
                      {
                        path: '/operator/accounts/:id',
                        lazy: page(() => import('./pages/operator/account-page')),
                      },
                      { path: '/operator/access', lazy: page(() => import('./pages/operator/access-page')) },
                    ],
                  },
                  { path: '*', Component: NotFoundPage },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
];

const router = createBrowserRouter(routes);

const queryClient = createQueryClient({
  onSignedOut: () => void goToSignIn(),
});

/** How old a page's data gets in a window that stays in view. Requests of an unused page extend no session. */
const REFRESH_MS = 15 * 60_000;
// As if the user came back to it; not while it is hidden.
window.setInterval(() => focusManager.onFocus(), REFRESH_MS);

let hasSignedOut = false;
onSignOutElsewhere(() => {
  hasSignedOut = true;
  // Until the next request, a window that stays in view would show the account's data.
  void queryClient.invalidateQueries({ queryKey: SESSION_KEY });
});

async function goToSignIn(): Promise<void> {
  const isThere = () => router.state.location.pathname === '/sign-in';
  if (isThere()) return;
  const session = queryClient.getQueryData<SessionState>(SESSION_KEY);
  // Users who sign out leave nothing behind.
  if (session && !hasSignedOut) keepDrafts(draftOwnerOf(session), window);
  await router.navigate(signInPath(router.state.location, window, 'expired'), { replace: true });
  // Cached data belongs to the user who was signed in. A page that shows a secret stays (LeaveGuard); its next refused
  // request comes here again, because the cache still has a session.
  if (isThere()) queryClient.clear();
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>
  );
}
