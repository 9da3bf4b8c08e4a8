import { randomBytes } from 'node:crypto';
import { isAvailable, isRequired, missing } from '../infrastructure';
import { sharedServer } from '../shared-server';

/** For the download, too. */
const START_MS = 300_000;

/**
 * The run's one OpenSearch: the one of OPENSEARCH_URL, else one in Java, started when the first test asks for it. Tests share it: name indexes with a
 * {@link testIndexPrefix}. Null when it cannot be had; wrap the tests in `describeWith('opensearch', …)`, which skips them then.
 *
 * @throws when it cannot be had although REQUIRE_INFRA names it, or does not start.
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

/** A prefix for the indexes of one test file. */
export function testIndexPrefix(): string {
  return `test-${randomBytes(6).toString('hex')}`;
}
