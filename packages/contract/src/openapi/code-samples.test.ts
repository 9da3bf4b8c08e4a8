import { clientDocument } from './client-document';
import { openApiDocument } from './document';
import { operationsOf, type OpenApiDocument } from './types';

function sourcesOf({ paths }: OpenApiDocument): string[] {
  const operations = Object.values(paths).flatMap(operationsOf);
  return operations.flatMap(({ operation }) => operation['x-codeSamples'].map(({ source }) => source));
}

it('no sample starts at a fixed time, which would soon be too long ago', () => {
  const sources = [openApiDocument, clientDocument].flatMap(sourcesOf);
  const starting = sources.filter((source) => /\bsince\b/.test(source));
  expect(starting).not.toEqual([]);
  expect(starting.filter((source) => /\bsince\W+\d/.test(source))).toEqual([]);
});
