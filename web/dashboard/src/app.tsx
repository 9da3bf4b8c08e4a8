import { QueryClientProvider } from '@tanstack/react-query';
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from './api/query-client';
import { signInPath } from './api/return-to';
import { ToastProvider } from './design/toast';
import { AppLayout } from './layout/app-layout';
import { FocusLayout } from './layout/focus-layout';
import { PageFailure, RootFailure } from './layout/page-failure';
import { RootLayout } from './layout/root-layout';
import { RequireOperator, RequireSession } from './layout/session-gate';
import { Component as NotFoundPage } from './pages/not-found/not-found-page';
import { Component as SignInPage } from './pages/sign-in/sign-in-page';

/**
 * Other pages are loaded on first visit; each module exports `Component`. The build reads whole paths from here
 * (page-files.mjs).
 */
const routes: RouteObject[] = [
  {
    Component: RootLayout,
    // The document shows that it is starting (design/starting.css).
    HydrateFallback: () => null,
    ErrorBoundary: RootFailure,
    children: [
      // Visitors' first page comes with the first script.
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
                  { path: '/device', lazy: () => import('./pages/command-line/device-page') },
                  { path: '/join', lazy: () => import('./pages/join/join-page') },
                  { path: '/cli/authorize', lazy: () => import('./pages/command-line/authorize-page') },
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
                  { path: '/', lazy: () => import('./pages/overview/overview-page') },
                  { path: '/overview', element: <Navigate to="/" replace /> },
                  { path: '/keys', lazy: () => import('./pages/keys/keys-page') },
                  { path: '/usage', lazy: () => import('./pages/usage/usage-page') },
                  { path: '/logs', lazy: () => import('./pages/logs/logs-page') },
                  { path: '/billing', lazy: () => import('./pages/billing/billing-page') },
                  { path: '/billing/receipts/:id', lazy: () => import('./pages/billing/receipt-page') },
                  { path: '/activities', lazy: () => import('./pages/activities/activities-page') },
                  {
                    path: '/saved-searches',
                    lazy: () => import('./pages/saved-searches/saved-searches-page'),
                  },
                  {
                    path: '/saved-searches/:id',
                    lazy: () => import('./pages/saved-searches/saved-search-page'),
                  },
                  { path: '/companies/:slug', lazy: () => import('./pages/company/company-page') },
                  { path: '/playground', lazy: () => import('./pages/playground/playground-page') },
                  { path: '/command-line', lazy: () => import('./pages/command-line/command-line-page') },
                  { path: '/settings', lazy: () => import('./pages/settings/settings-page') },
                  {
                    Component: RequireOperator,
                    children: [
                      { path: '/operator', lazy: () => import('./pages/operator/console/console-page') },
                      { path: '/operator/accounts', lazy: () => import('./pages/operator/accounts-page') },
                      { path: '/operator/accounts/:id', lazy: () => import('./pages/operator/account-page') },
                      { path: '/operator/access', lazy: () => import('./pages/operator/access-page') },
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
  onSignedOut: () => {
    const { location } = router.state;
    if (location.pathname === '/sign-in') return;
    // Cached data belongs to the user who was signed in.
    queryClient.clear();
    void router.navigate(signInPath(location, 'expired'), { replace: true });
  },
});

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>
  );
}
