import { Tokenizer } from '@huggingface/tokenizers';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';

/** Dimensions of a vector. */
const DIMENSIONS = 384;

/** Tokens of a text that the model reads, according to its card; includes the start and end markers. */
const LONGEST_READ = 256;

const directory = join(__dirname, '../weights');

/** all-MiniLM-L6-v2 with 8-bit weights, on the calling thread. */
export class SentenceModel {
  private constructor(
    private readonly session: InferenceSession,
    private readonly tokenizer: Tokenizer,
  ) {}

  /** Reads weights and vocabulary from this package. */
  static async load(): Promise<SentenceModel> {
    const vocabulary = JSON.parse(readFileSync(join(directory, 'tokenizer.json'), 'utf8')) as object;
    const session = await InferenceSession.create(join(directory, 'all-minilm-l6-v2-q.onnx'), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      // Otherwise it would keep the longest text's memory permanently.
      enableCpuMemArena: false,
    });
    return new SentenceModel(session, new Tokenizer(vocabulary, {}));
  }

  /**
   * The vector of a text: the mean over its tokens, 384 numbers of length 1. Tokens beyond the first 256 are ignored.
   * Blocks the thread for a millisecond or two, twenty for the longest texts.
   *
   * One text per run: the model rounds its numbers to 8 bits by the largest of a run, so vectors of texts that ran
   * together would depend on each other.
   */
  async embed(text: string): Promise<Float32Array<ArrayBuffer>> {
    const { ids } = this.tokenizer.encode(text);
    if (ids.length > LONGEST_READ) ids.splice(LONGEST_READ - 1, ids.length - LONGEST_READ);
    const input = (values: BigInt64Array) => new Tensor('int64', values, [1, ids.length]);
    const output = await this.session.run({
      input_ids: input(BigInt64Array.from(ids, BigInt)),
      attention_mask: input(new BigInt64Array(ids.length).fill(1n)),
      token_type_ids: input(new BigInt64Array(ids.length)),
    });
    return unitMean(output.last_hidden_state!.data as Float32Array);
  }
}

/** The sum of concatenated vectors, which points in their mean's direction, of length 1. */
function unitMean(vectors: Float32Array): Float32Array<ArrayBuffer> {
  const sum = new Float32Array(DIMENSIONS);
  for (let start = 0; start < vectors.length; start += DIMENSIONS)
    for (let index = 0; index < DIMENSIONS; index += 1) sum[index]! += vectors[start + index]!;
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}
