// Builds the documentation site into dist/: the pages of docs/guide and the references as a VitePress site, each page
// as Markdown, and llms.txt. An unlisted page or a broken link fails the build.
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vitepress';
import { pagesDirectory, readContents } from './contents.mjs';
import { checkAnchors } from './check-anchors.mjs';
import { withAddresses, withCodeGroups, withReference } from './markdown.mjs';
import { llmsFullText, llmsText } from './llms.mjs';
import { commandLineReference } from './references/command-line-reference.mjs';
import { changelog } from './references/changelog.mjs';
import { brunoCollection, postmanCollection } from './references/collections.mjs';
import {
  facets,
  filters,
  limitHeaders,
  receiptMembers,
  roles,
  testOutcomes,
  tools,
} from './references/contract-lists.mjs';
import { errorCodes } from './references/error-codes.mjs';
import { clientOperations, openApiDocuments, operations } from './references/openapi.mjs';
import { sdkReference } from './references/sdk-reference.mjs';
import { copySwaggerUi } from './references/swagger-ui.mjs';
import { testCorpusTables } from './references/test-corpus.mjs';

const root = dirname(fileURLToPath(import.meta.url));
const guide = join(root, '../../docs/guide');
const output = join(root, 'dist');
const verifyStatement = readFileSync(join(root, 'references/verify-statement.py'), 'utf8');
const parts = {
  codes: errorCodes,
  facets,
  filters,
  operations,
  roles,
  tools,
  'client-operations': clientOperations,
  'limit-headers': limitHeaders,
  'receipt-members': receiptMembers,
  'test-corpus': testCorpusTables,
  'test-outcomes': testOutcomes,
  'verify-statement': () => `\`\`\`python\n${verifyStatement}\`\`\``,
};
const writePage = (name, text) => writeFileSync(join(pagesDirectory, `${name}.md`), withAddresses(text));

rmSync(pagesDirectory, { recursive: true, force: true });
mkdirSync(pagesDirectory);
for (const file of readdirSync(guide)) {
  const text = readFileSync(join(guide, file), 'utf8');
  const whole = text.replaceAll(/<!-- ([a-z-]+) -->/g, (_, part) => parts[part]());
  writePage(file.replace(/\.md$/, ''), whole);
}
writePage('command-line-reference', commandLineReference());
writePage('sdk-reference', sdkReference());
writePage('changelog', changelog());

// Plain Markdown for programs; VitePress gets it with its own markup.
const contents = readContents();
for (const { pages } of contents)
  for (const { name, markdown } of pages)
    writeFileSync(join(pagesDirectory, `${name}.md`), withReference(withCodeGroups(markdown)));

const files = join(pagesDirectory, 'public');
cpSync(join(root, 'public'), files, { recursive: true });
const documents = { ...openApiDocuments(), postman: postmanCollection(), bruno: brunoCollection() };
for (const [name, document] of Object.entries(documents))
  writeFileSync(join(files, `${name}.json`), JSON.stringify(document));
copySwaggerUi(join(files, 'swagger-ui'));

await build(root);

for (const { pages } of contents)
  for (const { name, markdown } of pages) writeFileSync(join(output, `${name}.md`), markdown);
writeFileSync(join(output, 'llms.txt'), llmsText(contents));
writeFileSync(join(output, 'llms-full.txt'), llmsFullText(contents));
renameSync(join(output, '404.html'), join(output, 'not-found.html'));
checkAnchors(output);
