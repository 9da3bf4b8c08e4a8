import { QdrantClient } from '@qdrant/js-client-rest';
import type { QdrantSettings } from '../../src';
import { describeQdrant } from '../support/indexes';
import { DIMENSIONS } from '../support/points';

describeQdrant('a collection in Qdrant', (index) => {
  const client = () => {
    const { url, apiKey } = index().settings as QdrantSettings;
    return new QdrantClient({ url, ...(apiKey !== undefined && { headers: { 'api-key': apiKey } }) });
  };

  it('is quantized, indexes the fields for queries, and records its format', async () => {
    const name = await index().createCollection(DIMENSIONS);
    const { config, payload_schema: schema } = await client().getCollection(name);
    expect(config).toMatchObject({
      params: { vectors: { size: DIMENSIONS, distance: 'Cosine', on_disk: true } },
      quantization_config: { scalar: { type: 'int8', always_ram: true } },
      metadata: { heliograph_form: 1 },
    });
    expect(Object.keys(schema).sort()).toEqual(['ordinal', 'published_at', 'version']);
  });

  it('that was left unfinished is finished, and is then new', async () => {
    const name = index().collectionName();
    await client().createCollection(name, { vectors: { size: DIMENSIONS, distance: 'Cosine' } });
    expect((await index().open().list()).map((listed) => listed.name)).not.toContain(name);
    expect(await index().open().prepare({ name, dimensions: DIMENSIONS })).toEqual({ isNew: true });
    expect(Object.keys((await client().getCollection(name)).payload_schema)).toHaveLength(3);
    expect(await index().open().prepare({ name, dimensions: DIMENSIONS })).toEqual({ isNew: false });
  });
});
