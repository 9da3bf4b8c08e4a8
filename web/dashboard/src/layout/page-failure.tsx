import { useRouteError } from 'react-router';
import { Button, EmptyState, useDocumentTitle } from '../design';
import { isMissingFile } from './missing-file';
import { PlainPage } from './plain-page';

/** Shown inside the layout when a page crashed or its files could not be loaded. */
export function PageFailure() {
  useDocumentTitle('Something went wrong');
  const isMissing = isMissingFile(useRouteError());
  const title = isMissing ? 'This page could not be loaded' : 'Something went wrong on this page';
  return (
    <>
      <h1 className="visually-hidden" tabIndex={-1}>
        Something went wrong
      </h1>
      <EmptyState
        icon="warning"
        title={title}
        action={
          <Button kind="primary" icon="refresh" onClick={() => window.location.reload()}>
            Reload
          </Button>
        }
      >
        {isMissing
          ? 'The connection was lost, or the dashboard has been updated since you opened it.'
          : 'This is a problem with the page, not with anything you did. Reloading usually helps.'}
      </EmptyState>
    </>
  );
}

/** Like {@link PageFailure}, without a layout around it. */
export function RootFailure() {
  return (
    <PlainPage title="Something went wrong">
      <PageFailure />
    </PlainPage>
  );
}
