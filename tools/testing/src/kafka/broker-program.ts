import type { JavaProgram } from '../maven/libraries';

export const KAFKA_VERSION = '3.9.1';

/** A broker, run from its libraries. */
export const kafkaProgram: JavaProgram = {
  name: 'kafka',
  version: KAFKA_VERSION,
  artifacts: [`org.apache.kafka:kafka_2.13:${KAFKA_VERSION}`, 'org.slf4j:slf4j-simple:1.7.36'],
};
