/** Instructions that do not affect files. */
const withoutFiles = new Set(['ENTRYPOINT', 'EXPOSE', 'LABEL', 'USER']);

/**
 * Parses the subset of the Dockerfile language that our files use.
 *
 * @returns `globals`, the ARGs before the first stage with their defaults, and `stages` in order: each with its `name`,
 * its base `from` (a stage or an image), and its `instructions` (`{keyword, flags, rest}`).
 * @throws for an instruction that scripts/image-tree.mjs could not carry out.
 */
export function parseDockerfile(text) {
  const lines = text.split('\n').filter((line) => !/^\s*#/.test(line));
  const instructions = lines
    .join('\n')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parseInstruction);
  const globals = {};
  const stages = [];
  for (const instruction of instructions) {
    const { keyword, rest } = instruction;
    if (keyword === 'FROM') {
      const [from, as, name] = rest.split(/\s+/);
      if (as?.toUpperCase() !== 'AS' || !name) throw new Error(`a stage without a name: FROM ${rest}`);
      stages.push({ name, from, flags: instruction.flags, instructions: [] });
    } else if (stages.length > 0) {
      stages.at(-1).instructions.push(instruction);
    } else if (keyword === 'ARG') {
      Object.assign(globals, parseAssignments(rest));
    } else {
      throw new Error(`${keyword} before the first FROM`);
    }
  }
  return { globals, stages };
}

function parseInstruction(line) {
  const [, keyword, afterKeyword] = /^\s*(\w+)\s+(.*?)\s*$/.exec(line) ?? [];
  const known =
    withoutFiles.has(keyword) || ['FROM', 'ARG', 'ENV', 'WORKDIR', 'COPY', 'RUN'].includes(keyword);
  if (!known) throw new Error(`an instruction that is not used here: ${line}`);
  const flags = {};
  let rest = afterKeyword;
  for (let flag; (flag = /^--([\w-]+)=(\S+)\s+/.exec(rest)); rest = rest.slice(flag[0].length))
    flags[flag[1]] = flag[2];
  return { keyword, flags, rest };
}

/** Parses any number of `NAME`, `NAME=value`, or `NAME="some value"`. A name without a value is undefined. */
export function parseAssignments(text) {
  const matches = text.matchAll(/([\w.]+)(?:=(?:"([^"]*)"|(\S*)))?(?:\s+|$)/g);
  return Object.fromEntries([...matches].map(([, name, quoted, plain]) => [name, quoted ?? plain]));
}

/** Replaces `$NAME` and `${NAME}` by the variables' values. */
export function expand(text, variables) {
  return text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (_, braced, plain) => variables[braced ?? plain] ?? '');
}
