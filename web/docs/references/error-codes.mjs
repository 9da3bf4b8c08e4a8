import { errorTable } from './openapi.mjs';

/** A section for each error code, which the `type` of a problem document links to. */
export function errorCodes() {
  return errorTable()
    .map(
      ({ code, status, meaning, remedy }) =>
        `### ${code}\n\n**${status}**. ${meaning}\n\n_What to do:_ ${remedy}`,
    )
    .join('\n\n');
}
