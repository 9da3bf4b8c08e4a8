import RequestQueue from 'kafkajs/src/network/requestQueue';

/**
 * After its first response, each connection of KafkaJS 2.2.4 checks for pending requests a thousand times a second: it
 * sets timers with a negative delay, which Node.js 24 warns about. Without pending requests there is nothing to check
 * for, and each new request that cannot be sent immediately sets its own timer.
 */
export function quietIdleConnections(): void {
  const { prototype } = RequestQueue;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function scheduleIfPending() {
    if (this.pending.length > 0) schedule.call(this);
  };
}
