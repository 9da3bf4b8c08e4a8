import { Client } from 'pg';

/** Deletes topics and their groups' offsets, as an operator might by mistake. */
export async function deleteKafkaTopics(
  brokers: readonly string[],
  topics: readonly string[],
): Promise<void> {
  // Loaded on demand: few tests need it.
  const { Kafka, logLevel } = await import('kafkajs');
  const admin = new Kafka({ brokers: [...brokers], logLevel: logLevel.NOTHING }).admin();
  await admin.connect();
  try {
    await admin.deleteTopics({ topics: [...topics] });
  } finally {
    await admin.disconnect();
  }
}

/** The same in the PostgreSQL event log. @param connectionString of a role that may delete there. */
export async function deletePostgresTopics(
  connectionString: string,
  topics: readonly string[],
): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query('BEGIN');
    // Locked first, in the same order as group members do: otherwise they could wait for this forever.
    await client.query(
      `SELECT FROM event_log.consumer_group JOIN event_log.topic USING (topic_id) WHERE name = ANY ($1)
       ORDER BY group_name, topic_id FOR UPDATE OF consumer_group`,
      [topics],
    );
    // Tables with foreign keys precede the tables that they refer to.
    for (const table of [
      'consumer_commit',
      'consumer_partition',
      'consumer_member',
      'consumer_group',
      'message',
      'partition_state',
      'topic',
    ]) {
      await client.query(
        `DELETE FROM event_log.${table}
         WHERE topic_id IN (SELECT topic_id FROM event_log.topic WHERE name = ANY ($1))`,
        [topics],
      );
    }
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}
