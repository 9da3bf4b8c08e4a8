import pg from 'pg';

const FETCHED_AT_ONCE = 5_000;

interface StoredVector {
  id: string;
  vector: Float32Array;
}

/** The vectors that the indexer stores in PostgreSQL, one at a time. */
export async function* storedVectors(databaseUrl: string, collection: string): AsyncGenerator<StoredVector> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const floats = halfFloats();
    for (let after = '0'; ;) {
      const { rows } = await client.query<{ id: string; vector: Buffer }>({
        name: 'stored vectors',
        text: `SELECT v.id::text, v.vector FROM indexer.vector v JOIN indexer.collection c USING (collection_id)
               WHERE c.name = $1 AND v.id > $2::numeric ORDER BY v.id LIMIT ${FETCHED_AT_ONCE}`,
        values: [collection, after],
      });
      for (const { id, vector } of rows) yield { id, vector: decode(vector, floats) };
      const last = rows.at(-1);
      if (!last || rows.length < FETCHED_AT_ONCE) return;
      after = last.id;
    }
  } finally {
    await client.end();
  }
}

function decode(bytes: Buffer, floats: Float32Array): Float32Array {
  const vector = new Float32Array(bytes.length / 2);
  for (let index = 0; index < vector.length; index += 1) {
    vector[index] = floats[bytes.readUInt16LE(2 * index)]!;
  }
  return vector;
}

/** The value of each finite 16-bit float (IEEE 754 binary16). */
function halfFloats(): Float32Array {
  return Float32Array.from({ length: 65_536 }, (_, bits) => {
    const sign = bits & 0x8000 ? -1 : 1;
    const exponent = (bits >> 10) & 0x1f;
    const fraction = bits & 0x3ff;
    if (exponent === 0) return sign * fraction * 2 ** -24;
    return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  });
}

/** The collection that searches use. */
export async function collectionInUse(databaseUrl: string): Promise<string> {
  const [row] = await select<{ name: string }>(
    databaseUrl,
    'SELECT name FROM catalog.vector_collection WHERE completed_at IS NOT NULL ORDER BY completed_at DESC LIMIT 1',
  );
  if (!row) throw new Error('no collection of the vector index is complete');
  return row.name;
}

/** Evenly spaced titles from the catalog, to search for. */
export async function titlesOf(databaseUrl: string, count: number): Promise<string[]> {
  const rows = await select<{ title: string }>(
    databaseUrl,
    `SELECT title FROM (
       SELECT document::json ->> 'title' AS title, row_number() OVER (ORDER BY id) AS number, count(*) OVER () AS all_of_them
       FROM catalog.signal_document
     ) t WHERE number % greatest(1, all_of_them / $1) = 0 LIMIT $1`,
    [count],
  );
  return rows.map(({ title }) => title);
}

async function select<Row extends object>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
