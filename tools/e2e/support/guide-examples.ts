import { transformSync } from '@swc/core';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');

/** An example of the guides, as it stands there. */
export interface GuideExample {
  /** File and line. */
  name: string;
  way: 'curl' | 'cli' | 'sdk' | 'python';
  code: string;
  /** The words behind the way: `fails`, for one that shows a failure; `not-run`, for one that needs a person. */
  marks: string[];
}

const FENCE = /^```(?:bash|ts|python) (curl|cli|sdk|python)([^\n]*)\n([\s\S]*?)^```$/gm;

/** All examples of docs/guide and of the READMEs that users read first. */
export function guideExamples(): GuideExample[] {
  const directory = join(ROOT, 'docs/guide');
  const files = readdirSync(directory).map((file) => join('docs/guide', file));
  return [...files, 'packages/sdk/README.md', 'sdks/python/README.md', 'README.md'].flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return [...text.matchAll(FENCE)].map(([, way, marks, code], index) => ({
      name: `${file} ${way} ${index + 1}`,
      way: way as GuideExample['way'],
      code: code!,
      marks: marks!.split(' ').filter(Boolean),
    }));
  });
}

/** A shell script: `curl` fails for an HTTP error, `signals` is the client that was built, and the standard address is the system's. */
export function shellScript({ code }: Pick<GuideExample, 'code'>): string {
  return [
    'set -euo pipefail',
    'curl() { command curl --fail-with-body --max-time 30 "$@"; }',
    `signals() { ${JSON.stringify(process.execPath)} ${JSON.stringify(join(ROOT, 'programs/cli/dist/main.js'))} "$@"; }`,
    code.replaceAll('http://127.0.0.1:8080', '$SIGNALS_API_URL'),
  ].join('\n');
}

/** A module in TypeScript: examples go on from the quick start, where `heliograph` is made. */
export function moduleSource({ code }: GuideExample): string {
  const imports = ['Heliograph', 'HeliographError'].filter(
    (name) => code.includes(name) && !new RegExp(`import \\{[^}]*\\b${name}\\b`).test(code),
  );
  const makesClient = /const heliograph = /.test(code);
  const lines = makesClient
    ? []
    : [
        `import { ${[...new Set([...imports, 'Heliograph'])].join(', ')} } from '@heliograph/sdk';`,
        'const heliograph = new Heliograph();',
      ];
  return `${lines.join('\n')}\n${code}\nexport {};\n`;
}

/** The module as Node runs it. */
export function compiled(source: string): string {
  const { code } = transformSync(source, {
    jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  return code;
}

/** A program in Python: examples go on from the quick start, where `client` is made. */
export function pythonProgram({ code }: GuideExample): string {
  if (/^client = /m.test(code)) return code;
  return `from heliograph import Heliograph\n\nclient = Heliograph()\n${code}`;
}
