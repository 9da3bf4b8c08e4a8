import type { ActivityPage, Option } from '@heliograph/dashboard-api';
import { useMemo } from 'react';

/** The companies of the current activities, sorted by name. */
export function useCompanies(pages: readonly ActivityPage[] | undefined): Option[] {
  return useMemo(() => {
    const names = new Map<string, string>();
    for (const { items } of pages ?? [])
      for (const { company } of items) names.set(company.slug, company.name);
    return (
      [...names]
        .map(([id, label]) => ({ id, label, place: label.toLowerCase() }))
        // Not by locale: loading its rules takes a slow phone 45 ms.
        .sort((one, other) => Number(one.place > other.place) - Number(one.place < other.place))
    );
  }, [pages]);
}
