import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './repository';

interface Instruction {
  keyword: string;
  flags: Record<string, string>;
  rest: string;
}

export interface Stage {
  name: string;
  from: string;
  flags: Record<string, string>;
  instructions: Instruction[];
}

export interface Dockerfile {
  text: string;
  globals: Record<string, string>;
  stages: Stage[];
}

/** The repository's Dockerfile, as scripts/image-tree.mjs reads it. */
export function readDockerfile(): Dockerfile {
  const file = join(repository, 'Dockerfile');
  const program = `
    import { readFileSync } from 'node:fs';
    import { parseDockerfile } from './scripts/lib/images/dockerfile.mjs';
    process.stdout.write(JSON.stringify(parseDockerfile(readFileSync('Dockerfile', 'utf8'))));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: repository,
    encoding: 'utf8',
  });
  return { text: readFileSync(file, 'utf8'), ...(JSON.parse(printed) as Omit<Dockerfile, 'text'>) };
}
