import { get, i32, set, tee, type Code } from './assembler';

/** Advances a cursor. */
export function advance(local: number, bytes: number): Code {
  return [get(local), i32.const(bytes), i32.add, set(local)];
}

/** Same, and leaves the new value on the stack. */
export function advanceTo(local: number, bytes: number): Code {
  return [get(local), i32.const(bytes), i32.add, tee(local)];
}
