import { CommandError } from '../failure';

/** @throws CommandError that says what is wrong and what to do, unless all is well. */
export function expectThat(isWell: boolean, otherwise: string): asserts isWell {
  if (!isWell) throw new CommandError(otherwise);
}
