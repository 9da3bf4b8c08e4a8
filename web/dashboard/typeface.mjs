import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import ranges from '@fontsource-variable/inter/unicode.json' with { type: 'json' };
import source from '@fontsource-variable/inter/package.json' with { type: 'json' };

/** The weights the styles use: src/design/typeface.css declares the same range. */
const WEIGHTS = { min: 400, max: 700 };

const FILE = /\/inter-([a-z-]+)-wght-normal-/;

/** The dashboard service's own pages find the typeface by its version (pages/look.ts). */
export const typefaceName = `assets/[name]-${source.version}[extname]`;

/** Ships the typeface with its license and only the weights the pages use, which saves a third of the bytes. */
export function typeface() {
  return {
    name: 'typeface',
    apply: 'build',
    async generateBundle(_options, bundle) {
      for (const asset of Object.values(bundle)) {
        const [, range] = asset.fileName.match(FILE) ?? [];
        if (!range) continue;
        asset.source = await subsetFont(asset.source, charactersOf(ranges[range]), {
          targetFormat: 'woff2',
          variationAxes: { wght: WEIGHTS },
        });
      }
      const license = await readFile(
        fileURLToPath(import.meta.resolve('@fontsource-variable/inter/LICENSE')),
      );
      this.emitFile({
        type: 'asset',
        fileName: `assets/inter-${source.version}-LICENSE.txt`,
        source: license,
      });
    },
  };
}

/** @param range as in CSS: `U+0000-00FF,U+0131` */
function charactersOf(range) {
  return range
    .split(',')
    .flatMap((each) => {
      const [first, last = first] = each
        .replace('U+', '')
        .split('-')
        .map((code) => parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
    })
    .map((code) => String.fromCodePoint(code))
    .join('');
}
