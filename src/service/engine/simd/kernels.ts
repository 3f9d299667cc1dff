import { readFileSync } from 'node:fs';

/** The part of WebAssembly in use; TypeScript describes it only with the rest of a browser. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
  Memory: new (size: { initial: number; maximum: number }) => { buffer: ArrayBuffer };
};

/** The functions of kernels.wat, where each is described. Addresses are the arrays' `byteOffset`. */
interface Functions {
  sumRows(table: number, mask: number, hashes: number, count: number, sums: number): void;
  scoreWords(
    own: number,
    pairs: number,
    mask: number,
    ownScales: number,
    pairScales: number,
    ids: number,
    hashes: number,
    counts: number,
    words: number,
    scores: number,
  ): void;
  sumWords(scores: number, words: number, bias: number, sums: number): void;
  sumWideRows(table: number, mask: number, hashes: number, count: number, sums: number): void;
  findPeaks(projections: number, slots: number, words: number, peaks: number): void;
  sumEmbeddings(embeddings: number, slots: number, words: number, sums: number): void;
  findCellPeaks(steps: number, start: number, way: number, words: number, peaks: number): void;
  addPositive(
    integers: number,
    bias: number,
    unit: number,
    count: number,
    row: number,
    size: number,
    values: number,
    rows: number,
    added: number,
  ): number;
  sumInputs(
    values: number,
    rows: number,
    count: number,
    bias: number,
    bytes: number,
    sums: number,
  ): void;
}

interface ArrayType<T> {
  new (buffer: ArrayBuffer, at: number, length: number): T;
  BYTES_PER_ELEMENT: number;
}

/** Vector code, and the memory that its arrays must be in. */
export interface Kernels extends Functions {
  /** An array of zeros in the memory. */
  allocate<T>(type: ArrayType<T>, length: number): T;
  /** A copy in the memory. */
  copy<T extends { set(from: ArrayLike<number>): void }>(
    type: ArrayType<T>,
    from: ArrayLike<number>,
  ): T;
}

const MODULE = new WebAssembly.Module(readFileSync(new URL('kernels.wasm', import.meta.url)));
/** Room for the engine's arrays. What is never written to takes no memory. */
const PAGES = 1024;
const VECTOR = 16;

/** Throws a `RangeError` when the memory is full. */
export function createKernels(): Kernels {
  const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
  const { exports } = new WebAssembly.Instance(MODULE, { engine: { memory } });
  let used = 0;
  const allocate = <T>(type: ArrayType<T>, length: number): T => {
    const array = new type(memory.buffer, used, length);
    // A row may be read to the end of a vector.
    used += Math.ceil((length * type.BYTES_PER_ELEMENT) / VECTOR + 1) * VECTOR;
    return array;
  };
  return {
    ...(exports as Functions),
    allocate,
    copy(type, from) {
      const array = allocate(type, from.length);
      array.set(from);
      return array;
    },
  };
}
