import { isAvailable, isRequired, missing } from '../infrastructure';
import { sharedServer } from '../shared-server';

interface TestQdrant {
  url: string;
  /** When the one of QDRANT_URL asks for it. */
  apiKey?: string;
}

/** For the download of the image, too. */
const START_MS = 300_000;

/**
 * The run's one Qdrant: the one of QDRANT_URL (with QDRANT_API_KEY), else one in Docker, started when the first test asks for it.
 * Tests share it: they give their collections names of their own, and drop them. Null when it cannot be had; wrap the tests in
 * `describeWith('qdrant', …)`, which skips them then.
 *
 * @throws when it cannot be had although REQUIRE_INFRA names it, or does not start.
 */
export async function startTestQdrant(): Promise<TestQdrant | null> {
  const { QDRANT_URL: external, QDRANT_API_KEY: apiKey } = process.env;
  if (external) return { url: external, ...(apiKey && { apiKey }) };
  if (!isAvailable('qdrant')) {
    if (isRequired('qdrant')) throw new Error(missing('qdrant'));
    return null;
  }
  return { url: await sharedServer('qdrant', START_MS) };
}
