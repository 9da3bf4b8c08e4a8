import { ButtonLink, EmptyState, PageHeader } from '../../design';

/** Any unknown path. */
export function Component() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        icon="search"
        title="There is nothing at this address"
        action={<ButtonLink to="/">Go to Overview</ButtonLink>}
      >
        The link may be outdated or incomplete.
      </EmptyState>
    </>
  );
}
