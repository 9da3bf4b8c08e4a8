import RequestQueue from 'kafkajs/src/network/requestQueue';

/**
 * From its first response on, each connection of KafkaJS 2.2.4 looks for pending requests a thousand times a second, as
 * it sets a timer for a time that has passed; Node.js 24 warns of it. Without pending requests there is nothing to look
 * for, and each new one that cannot be sent at once sets a timer of its own.
 */
export function quietIdleConnections(): void {
  const { prototype } = RequestQueue;
  const schedule = prototype.scheduleCheckPendingRequests;
  prototype.scheduleCheckPendingRequests = function scheduleIfPending() {
    if (this.pending.length > 0) schedule.call(this);
  };
}
