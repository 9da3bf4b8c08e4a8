export * from './domain/rate-limits';
export * from './window-store';
export { MemoryWindows } from './memory-windows';
export { RedisWindows } from './redis-windows';
export { FallbackWindows } from './fallback-windows';
export { RequestSlots, type SlotBound, type SlotLimits } from './request-slots';
