import { REVALIDATED, sendFile, type StaticFile } from '@heliograph/edge';
import { ServiceError } from '@heliograph/runtime';
import type { Operation } from '../http/operation';

const ROOT = '/downloads';

export const DOWNLOADS_PATH = /^\/downloads(?:\/|$)/;

/** The command-line client and the SDKs for npm and pip, such as `/downloads/cli.tgz`; public. */
export function downloads(files: ReadonlyMap<string, StaticFile>): Operation {
  return {
    name: 'download',
    methods: ['GET', 'HEAD'],
    async handle(_context, exchange) {
      const file = files.get(exchange.path.slice(ROOT.length + 1));
      if (!file) throw new ServiceError('not_found', 'There is no such download.');
      await sendFile(exchange, file, REVALIDATED);
    },
  };
}
