import { randomBytes } from 'node:crypto';
import { isAvailable, isRequired, missing } from '../infrastructure';
import { sharedServer } from '../shared-server';

/** Includes the download. */
const START_MS = 300_000;

/**
 * The run's only OpenSearch: the one at OPENSEARCH_URL, otherwise a Java process, started when a test first asks for
 * it. Tests share it: prefix indexes with a {@link testIndexPrefix}. Null when unavailable; wrap the tests in
 * `describeWith('opensearch', …)`, which then skips them.
 *
 * @throws when it is unavailable although REQUIRE_INFRA names it, or does not start.
 */
export async function startTestOpenSearch(): Promise<{ url: string } | null> {
  const external = process.env.OPENSEARCH_URL;
  if (external) return { url: external };
  if (!isAvailable('opensearch')) {
    if (isRequired('opensearch')) throw new Error(missing('opensearch'));
    return null;
  }
  return { url: await sharedServer('opensearch', START_MS) };
}

/** A prefix for one test file's indexes. */
export function testIndexPrefix(): string {
  return `test-${randomBytes(6).toString('hex')}`;
}
