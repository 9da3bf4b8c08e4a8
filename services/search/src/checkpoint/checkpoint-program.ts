import { parentPort, workerData } from 'node:worker_threads';
import type { CheckpointInput, CheckpointOutput } from '../read-model/messages';
import { writeCheckpoint } from './write-checkpoint';

const { directory, checkpoint, mostBytes } = workerData as CheckpointInput;
parentPort!.postMessage({
  bytes: writeCheckpoint(directory, checkpoint, mostBytes),
} satisfies CheckpointOutput);
