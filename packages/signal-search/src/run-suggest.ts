import { optionsOfKind, type FilterOption, type Suggestion } from '@heliograph/contract';
import { words } from '@heliograph/words';
import { askSearch, type SearchCaller, type SearchEnvironment } from './ask-search';
import type { SuggestQuery } from './domain/helper-query';
import { labelsOf, optionsOf } from './records/option-labels';

/**
 * The values whose names contain what was typed. A name is the value itself, or its label in the filter options.
 *
 * @param query free of issues.
 * @returns the response's `data`.
 * @throws ServiceError `rate_limited`, `unavailable`.
 */
export async function runSuggest(
  environment: SearchEnvironment,
  caller: SearchCaller,
  { kind, prefix, limit }: SuggestQuery,
): Promise<{ items: Suggestion[] }> {
  const options = await optionsOf(environment, caller, optionsOfKind(kind));
  const others = renamedOf(options)
    .filter(({ label }) => beginsIn(label, words(prefix)))
    .map(({ id }) => id);
  const { values } = await askSearch(environment, caller, (client, call) =>
    client.suggest({ kind, prefix, limit, others }, call),
  );
  const labels = labelsOf(options);
  return {
    items: values.map(({ value, label, count }) => ({
      value,
      label: label || (labels.get(value) ?? value),
      count: Number(count),
    })),
  };
}

/** An option whose label has other words than its id. */
interface Renamed {
  id: string;
  label: readonly string[];
}

/** By list: one version of a list is immutable. */
const renamed = new WeakMap<readonly FilterOption[], readonly Renamed[]>();

function renamedOf(options: readonly FilterOption[]): readonly Renamed[] {
  let found = renamed.get(options);
  if (!found) {
    found = options
      .map(({ id, label }) => ({ id, label: words(label) }))
      .filter(({ id, label }) => label.join(' ') !== words(id).join(' '));
    renamed.set(options, found);
  }
  return found;
}

/** Whether a name contains the words as a phrase; the last word may be incomplete. */
function beginsIn(name: readonly string[], phrase: readonly string[]): boolean {
  const last = phrase.length - 1;
  return name.some((_, start) =>
    phrase.every((word, index) =>
      index === last ? name[start + index]?.startsWith(word) : name[start + index] === word,
    ),
  );
}
