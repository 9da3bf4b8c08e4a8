import RequestQueue from 'kafkajs/src/network/requestQueue';

/**
 * After its first response, each connection of KafkaJS 2.2.4 checks for pending requests a thousand times a second,
 * because it sets timers with a negative delay, of which Node.js 24 warns. Without pending requests there is nothing to
 * check for, and each new one that cannot be sent immediately sets a timer of its own.
 */
export function quietIdleConnections(): void {
  const { prototype } = RequestQueue;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function scheduleIfPending() {
    if (this.pending.length > 0) schedule.call(this);
  };
}
