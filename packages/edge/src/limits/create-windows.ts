import type { CleanupStack, Logger } from '@heliograph/runtime';
import type { EdgeMetrics } from '../service/metrics';
import { FallbackWindows } from './fallback-windows';
import { MemoryWindows } from './memory-windows';
import { RedisWindows } from './redis-windows';
import type { WindowStore } from './window-store';

/** Windows shared by all processes through Redis or, without Redis, this process's own. */
export function createWindows(
  redisUrl: string | undefined,
  { logger, metrics, cleanup }: { logger: Logger; metrics: EdgeMetrics; cleanup: CleanupStack },
): WindowStore {
  const local = new MemoryWindows();
  if (redisUrl === undefined) return local;
  const windows = new FallbackWindows(new RedisWindows(redisUrl), local, {
    logger,
    onFallback: metrics.windowFallback,
    onChange: (isShared) => metrics.windowsAreShared(isShared),
  });
  cleanup.add('redis', () => windows.close());
  return windows;
}
