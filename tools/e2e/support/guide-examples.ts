import { transformSync } from '@swc/core';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '../../..');

/** An example from the guides, verbatim. */
export interface GuideExample {
  /** File and line. */
  name: string;
  way: 'curl' | 'cli' | 'sdk' | 'python';
  code: string;
  /**
   * The words after the language: `fails` for an example that shows a failure; `not-run` for one that needs a person.
   */
  marks: string[];
}

const FENCE = /^```(?:bash|ts|python) (curl|cli|sdk|python)([^\n]*)\n([\s\S]*?)^```$/gm;

/** All examples in docs/guide and in the READMEs that users read first. */
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

/**
 * A shell script: `curl` fails for HTTP errors, `signals` is the built client, and the default address is the system's.
 */
export function shellScript({ code }: Pick<GuideExample, 'code'>): string {
  return [
    'set -euo pipefail',
    'curl() { command curl --fail-with-body --max-time 30 "$@"; }',
    `signals() { ${JSON.stringify(process.execPath)} ${JSON.stringify(join(ROOT, 'programs/cli/dist/main.js'))} "$@"; }`,
    code.replaceAll('http://127.0.0.1:8080', '$SIGNALS_API_URL'),
  ].join('\n');
}

/** A TypeScript module: examples continue from the quick start, which creates `heliograph`. */
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

/** The module as Node.js runs it. */
export function compiled(source: string): string {
  const { code } = transformSync(source, {
    jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
    module: { type: 'es6' },
  });
  return code;
}

/** A Python program: examples continue from the quick start, which creates `client`. */
export function pythonProgram({ code }: GuideExample): string {
  if (/^client = /m.test(code)) return code;
  return `from heliograph import Heliograph\n\nclient = Heliograph()\n${code}`;
}
