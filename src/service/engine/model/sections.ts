/**
 * A file of named typed arrays: the length of the header, the header as JSON, then the arrays, each aligned to four bytes.
 * Little-endian, like every supported machine.
 */
const ALIGNMENT = 4;
const LENGTH_BYTES = 4;

type Kind = 'int8' | 'uint8' | 'uint16' | 'int32' | 'float32';
export type TypedArray = Int8Array | Uint8Array | Uint16Array | Int32Array | Float32Array;

interface Entry {
  name: string;
  kind: Kind;
  length: number;
}

interface Header {
  meta: unknown;
  entries: readonly Entry[];
}

const aligned = (bytes: number): number => Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;

function kindOf(array: TypedArray): Kind {
  if (array instanceof Int8Array) return 'int8';
  if (array instanceof Uint8Array) return 'uint8';
  if (array instanceof Uint16Array) return 'uint16';
  return array instanceof Int32Array ? 'int32' : 'float32';
}

function arrayOf(kind: Kind, bytes: ArrayBuffer): TypedArray {
  switch (kind) {
    case 'int8':
      return new Int8Array(bytes);
    case 'uint8':
      return new Uint8Array(bytes);
    case 'uint16':
      return new Uint16Array(bytes);
    case 'int32':
      return new Int32Array(bytes);
    case 'float32':
      return new Float32Array(bytes);
  }
}

const BYTES: Readonly<Record<Kind, number>> = {
  int8: 1,
  uint8: 1,
  uint16: 2,
  int32: 4,
  float32: 4,
};

export function writeSections(
  meta: unknown,
  arrays: Readonly<Record<string, TypedArray>>,
): Uint8Array {
  const entries = Object.entries(arrays).map(([name, array]) => ({
    name,
    kind: kindOf(array),
    length: array.length,
  }));
  const header: Header = { meta, entries };
  const text = Buffer.from(JSON.stringify(header));
  const start = aligned(LENGTH_BYTES + text.length);
  const parts = Object.values(arrays);
  const size = parts.reduce((sum, array) => sum + aligned(array.byteLength), start);
  const file = Buffer.alloc(size);
  file.writeUInt32LE(text.length, 0);
  text.copy(file, LENGTH_BYTES);
  let at = start;
  for (const array of parts) {
    Buffer.from(array.buffer, array.byteOffset, array.byteLength).copy(file, at);
    at += aligned(array.byteLength);
  }
  return file;
}

export interface Sections {
  meta: unknown;
  get(name: string): TypedArray;
}

/** Each array has memory of its own: the engine copies the largest to its kernels and then needs them no more. */
export function readSections(file: Uint8Array): Sections {
  const copyOf = (at: number, bytes: number): ArrayBuffer => {
    const copy = new Uint8Array(bytes);
    copy.set(file.subarray(at, at + bytes));
    return copy.buffer;
  };
  const [length = 0] = new Uint32Array(copyOf(0, LENGTH_BYTES));
  const text = new TextDecoder().decode(file.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
  // Written by `writeSections`; the caller validates `meta`.
  const header = JSON.parse(text) as Header;
  const arrays = new Map<string, TypedArray>();
  let at = aligned(LENGTH_BYTES + length);
  for (const { name, kind, length } of header.entries) {
    const bytes = length * BYTES[kind];
    arrays.set(name, arrayOf(kind, copyOf(at, bytes)));
    at += aligned(bytes);
  }
  if (at !== file.byteLength) throw new RangeError('unexpected data after the last section');
  return {
    meta: header.meta,
    get(name) {
      const array = arrays.get(name);
      if (array === undefined) throw new RangeError(`weights section missing: ${name}`);
      return array;
    },
  };
}
