import { loadConfig } from './config';

const needed = {
  RPC_ADDRESS: 'unix:/run/search.sock',
  DATABASE_URL: 'postgres://localhost/heliograph',
  CALLER_KEY: 'x'.repeat(43),
  CALLER_PUBLIC_KEYS: `gateway=${'x'.repeat(43)}`,
};

it('works without embedding and vector index, which keyword search does not need', () => {
  expect(loadConfig(needed)).toMatchObject({ embeddingAddress: undefined, vectorIndex: undefined });
});

it('uses Qdrant where it is configured, otherwise the embedded index', () => {
  const embedded = { ...needed, EMBEDDING_ADDRESS: 'embedding:7000', VECTORS_ADDRESS: 'vectors:7000' };
  expect(loadConfig(embedded)).toMatchObject({
    embeddingAddress: 'embedding:7000',
    vectorIndex: { kind: 'embedded', address: 'vectors:7000' },
  });
  expect(loadConfig({ ...embedded, QDRANT_URL: 'https://qdrant:6333' }).vectorIndex).toMatchObject({
    kind: 'qdrant',
  });
});

it('names every issue', () => {
  expect(() => loadConfig({ ...needed, EMBEDDING_ADDRESS: 'x', QDRANT_URL: 'qdrant' })).toThrow(
    /(?=[^]*EMBEDDING_ADDRESS)(?=[^]*QDRANT_URL)/,
  );
});
