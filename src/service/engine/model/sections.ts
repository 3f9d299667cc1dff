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

function view(
  kind: Kind,
  buffer: ArrayBuffer,
  { at, length }: { at: number; length: number },
): TypedArray {
  switch (kind) {
    case 'int8':
      return new Int8Array(buffer, at, length);
    case 'uint8':
      return new Uint8Array(buffer, at, length);
    case 'uint16':
      return new Uint16Array(buffer, at, length);
    case 'int32':
      return new Int32Array(buffer, at, length);
    case 'float32':
      return new Float32Array(buffer, at, length);
  }
}

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

export function readSections(file: Uint8Array): Sections {
  // Copy: a pooled buffer may start at any offset, and typed arrays need alignment.
  const buffer = new ArrayBuffer(file.byteLength);
  new Uint8Array(buffer).set(file);
  const length = new DataView(buffer).getUint32(0, true);
  const text = new TextDecoder().decode(new Uint8Array(buffer, LENGTH_BYTES, length));
  // Written by `writeSections`; the caller validates `meta`.
  const header = JSON.parse(text) as Header;
  const arrays = new Map<string, TypedArray>();
  let at = aligned(LENGTH_BYTES + length);
  for (const { name, kind, length } of header.entries) {
    const array = view(kind, buffer, { at, length });
    arrays.set(name, array);
    at += aligned(array.byteLength);
  }
  if (at !== buffer.byteLength) throw new RangeError('unexpected data after the last section');
  return {
    meta: header.meta,
    get(name) {
      const array = arrays.get(name);
      if (array === undefined) throw new RangeError(`weights section missing: ${name}`);
      return array;
    },
  };
}
