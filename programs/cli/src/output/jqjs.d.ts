/** The part that is used; the package has no types of its own. */
declare module '@michaelhomer/jqjs' {
  /** Throws for what is no program of jq. The outputs for an input come one by one, and may throw. */
  export function compile(program: string): (input: unknown) => Iterable<unknown>;
}
