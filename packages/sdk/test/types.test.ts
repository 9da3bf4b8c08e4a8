import { join } from 'node:path';
import ts from 'typescript';

/** Runs strict tsc on a program that uses the SDK and returns its errors. */
function issuesOf(code: string): string[] {
  const file = join(__dirname, 'a-program.ts');
  const source = `import { Heliograph } from '../src/index.ts';
const heliograph = new Heliograph();
declare const maybe: string | undefined;
${code}
export {};`;
  const options: ts.CompilerOptions = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
    skipLibCheck: true,
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (name) => (name === file ? source : readFile(name));
  host.fileExists = (name) => name === file || fileExists(name);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

it('accepts correct programs', () => {
  expect(
    issuesOf(`
      await heliograph.signals.search({ q: 'robots', days: 30, page: 2 });
      await heliograph.signals.search({ semantic: 'houses made of wood', days: 30, limit: 5 });
      await heliograph.signals.search({ semantic: maybe, q: 'robots' });
      for await (const { id } of heliograph.signals.iterate({ semantic: 'robots' }, { maxRecords: 5 })) id.trim();
      await heliograph.signals.count({ ids: ['1'] });
      const { items } = await heliograph.signals.search({ q: 'robots', fields: ['title'], matched: true });
      for (const { id, title, matched } of items) [id, title, matched?.[0]?.term].map((text) => text?.trim());
      const titles: readonly ('title' | 'company')[] = ['title'];
      for await (const { id, title, company } of heliograph.signals.iterate({ fields: titles }))
        [id, title, company.slug].map((text) => text.trim());
      const { company } = await heliograph.companies.get('acme', { fields: ['name'] });
      [company.slug, company.name].map((text) => text.trim());
      declare const parameters: import('../src/index.ts').PageParameters;
      const [whole] = (await heliograph.signals.search(parameters)).items;
      whole?.company.name.trim();
      declare const event: import('../src/index.ts').WebhookEvent;
      for (const { id, company } of event.data.items) [id, company.slug].map((text) => text.trim());
    `),
  ).toEqual([]);
});

it.each([
  [`signals.search({ semantic: 'robots', page: 2 })`],
  [`signals.search({ semantic: 'robots', ids: ['1'] })`],
  [`signals.search({ semantic: maybe, page: 2 })`],
  [`signals.count({ semantic: 'robots' })`],
  [`signals.iterate({ q: 'robots', page: 2 })`],
  [`signals.search({ day: 30 })`],
  [`signals.search({ semantic: 'robots', matched: true })`],
  [`signals.count({ matched: true })`],
  [`signals.search({ fields: ['headline'] })`],
  [`signals.search({ fields: ['title'] }).then(({ items }) => items[0]?.category)`],
  [`companies.get('acme', { fields: ['name'] }).then(({ company }) => company.industries)`],
])('refuses heliograph.%s', (call) => {
  expect(issuesOf(`void heliograph.${call};`)).toHaveLength(1);
});

it('has declarations that TypeScript 5.0 can read, whose Uint8Array takes no type argument', () => {
  const declarations = new Map<string, string>();
  const options: ts.CompilerOptions = {
    strict: true,
    declaration: true,
    emitDeclarationOnly: true,
    rewriteRelativeImportExtensions: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
    types: [],
  };
  ts.createProgram([join(__dirname, '../src/index.ts')], options).emit(undefined, (name, text) =>
    declarations.set(name, text),
  );
  expect(declarations.size).toBeGreaterThan(20);
  const tooNew = /\bUint8Array</;
  expect([...declarations].filter(([, text]) => tooNew.test(text)).map(([name]) => name)).toEqual([]);
});
