import { ButtonLink, EmptyState, PageHeader } from '../../design';

/** Any path that no page has. */
export function Component() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        icon="search"
        title="There is nothing at this address"
        action={<ButtonLink to="/">To the overview</ButtonLink>}
      >
        The link may be outdated or incomplete.
      </EmptyState>
    </>
  );
}
