import { mergeViews } from '@heliograph/read-model';
import { parentPort, workerData } from 'node:worker_threads';
import type { MergeInput, MergeOutput } from './messages';

const { views } = workerData as MergeInput;
parentPort!.postMessage(mergeViews(views) satisfies MergeOutput);
