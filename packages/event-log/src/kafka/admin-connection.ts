import type { Admin, Kafka } from 'kafkajs';
import { RETRY } from './client';

/** One administrative connection for all queries, opened by the first one and reopened after a failure. */
export class AdminConnection {
  private connected: Promise<Admin> | undefined;

  constructor(private readonly kafka: Kafka) {}

  async use<Result>(work: (admin: Admin) => Promise<Result>): Promise<Result> {
    const connected = (this.connected ??= this.connect());
    try {
      return await work(await connected);
    } catch (error) {
      if (this.connected === connected) await this.close();
      throw error;
    }
  }

  /** Further use reconnects. */
  async close(): Promise<void> {
    const { connected } = this;
    this.connected = undefined;
    const admin = await connected?.catch(() => undefined);
    await admin?.disconnect().catch(() => undefined);
  }

  private async connect(): Promise<Admin> {
    const admin = this.kafka.admin({ retry: RETRY });
    try {
      await admin.connect();
    } catch (error) {
      await admin.disconnect().catch(() => undefined);
      throw error;
    }
    return admin;
  }
}
