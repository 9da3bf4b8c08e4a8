import { isAvailable, isRequired, missing } from '../infrastructure';
import { sharedServer } from '../shared-server';

interface TestQdrant {
  url: string;
  /** Set if the Qdrant at QDRANT_URL requires one. */
  apiKey?: string;
}

/** Includes downloading the image. */
const START_MS = 300_000;

/**
 * The run's only Qdrant: the one at QDRANT_URL (with QDRANT_API_KEY), otherwise one in Docker, started when a test
 * first asks for it. Tests share it: they use unique collection names and drop their collections. Null when
 * unavailable; wrap the tests in `describeWith('qdrant', …)`, which then skips them.
 *
 * @throws when it is unavailable although REQUIRE_INFRA names it, or does not start.
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
