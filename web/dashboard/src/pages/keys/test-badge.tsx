import { Badge } from '../../design';

export const TEST_CORPUS = '200 fictional signals';

/** Beside every test key. */
export function TestBadge() {
  return <Badge tone="info">Test key</Badge>;
}
