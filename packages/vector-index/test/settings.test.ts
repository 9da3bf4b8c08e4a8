import { loadConfig } from '@heliograph/runtime';
import { z } from 'zod';
import { vectorIndexSettings, vectorIndexVariables } from '../src';

const schema = z.object(vectorIndexVariables);
const settings = (environment: NodeJS.ProcessEnv) => vectorIndexSettings(loadConfig(schema, environment));

it('uses Qdrant when it is configured, otherwise the embedded index', () => {
  const VECTORS_ADDRESS = 'unix:/run/vectors.sock';
  expect(settings({ VECTORS_ADDRESS })).toEqual({ kind: 'embedded', address: VECTORS_ADDRESS });
  expect(settings({ VECTORS_ADDRESS, QDRANT_URL: 'http://q:6333', QDRANT_API_KEY: 'k' })).toEqual({
    kind: 'qdrant',
    url: 'http://q:6333',
    apiKey: 'k',
  });
});

it('names both when neither is set', () => {
  expect(() => settings({})).toThrow('QDRANT_URL or VECTORS_ADDRESS is required but neither is set');
});

it.each(['q:6333', 'ftp://q', 'http://user:pw@q:6333', 'http://q:6333/path', 'http://q:65536'])(
  'refuses the URL %s',
  (url) => {
    expect(() => settings({ QDRANT_URL: url })).toThrow('QDRANT_URL');
  },
);
