import { readFileSync } from 'node:fs';

/** The part of WebAssembly that is used; TypeScript declares it only together with the rest of a browser. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object, imports: object) => { exports: unknown };
  Memory: new (size: { initial: number; maximum: number }) => { buffer: ArrayBuffer };
};

/** The functions in kernels.wat, which describes each of them. Addresses are the `byteOffset`s of arrays. */
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

/** Vector code, and the memory in which its arrays must be. */
export interface Kernels extends Functions {
  /** An array of zeros in this memory. */
  allocate<T>(type: ArrayType<T>, length: number): T;
  /** A copy of an array in this memory. */
  copy<T extends { set(from: ArrayLike<number>): void }>(
    type: ArrayType<T>,
    from: ArrayLike<number>,
  ): T;
}

const MODULE = new WebAssembly.Module(readFileSync(new URL('kernels.wasm', import.meta.url)));
/** Room for the engine's arrays. Pages that are never written to take no memory. */
const PAGES = 1024;
const VECTOR = 16;

/** Throws a `RangeError` when the memory is full. */
export function createKernels(): Kernels {
  const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
  const { exports } = new WebAssembly.Instance(MODULE, { engine: { memory } });
  let used = 0;
  const allocate = <T>(type: ArrayType<T>, length: number): T => {
    const array = new type(memory.buffer, used, length);
    // A row may be read up to the end of a vector.
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
