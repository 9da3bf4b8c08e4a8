import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorsModule } from './errors.mjs';
import { parametersModule } from './parameters.mjs';
import { recordsModule } from './records.mjs';
import { synchronous } from './synchronous.mjs';

/**
 * The Python SDK's generated modules, by file name.
 *
 * @param directory where the existing modules are.
 * @param contract `@heliograph/contract`
 * @param version the version of both SDKs.
 */
export function pythonModules(directory, contract, version) {
  const { openApiDocument } = contract;
  const waiting = (name) => synchronous(readFileSync(join(directory, `_async_${name}`), 'utf8'));
  return {
    '_client.py': waiting('client.py'),
    '_follow.py': waiting('follow.py'),
    '_receipts.py': waiting('receipts.py'),
    '_saved_searches.py': waiting('saved_searches.py'),
    '_signals.py': waiting('signals.py'),
    '_generated/__init__.py': '',
    '_generated/records.py': recordsModule(openApiDocument),
    '_generated/parameters.py': parametersModule(openApiDocument, contract),
    '_generated/errors.py': errorsModule(contract),
    '_generated/version.py': `__version__ = "${version}"\n`,
  };
}
