import { crc32, deflateSync } from 'node:zlib';
import { jpegOf, pictureNumber, pngOf, webpOf } from './picture-file.ts';

/** Files that look like pictures and are not, or that unpack to far more than they are. */
export function maliciousFiles(): ReadonlyMap<string, Uint8Array> {
  const png = pngOf(pictureNumber(1));
  const jpeg = jpegOf(pictureNumber(2));
  const webp = webpOf(pictureNumber(3));
  const files = new Map<string, Uint8Array>([
    ['empty.png', new Uint8Array()],
    ['text.png', Buffer.from('this is no picture')],
    ['page.jpg', Buffer.from('<html><script>alert(1)</script></html>')],
    [
      'drawing.svg',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>',
      ),
    ],
    [
      'drawing.png',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'),
    ],
    ['program.gif', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4096)])],
    ['archive.png', Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(4096)])],
    ['document.webp', Buffer.from('%PDF-1.7 nothing')],
    ['bitmap.png', Buffer.concat([Buffer.from('BM'), Buffer.alloc(100, 255)])],
    ['tiff.png', Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(200, 255)])],
    ['icon.png', Buffer.concat([Buffer.from([0, 0, 1, 0, 255, 255]), Buffer.alloc(200)])],
    [
      'avif.png',
      Buffer.concat([Buffer.from([0, 0, 0, 28]), Buffer.from('ftypavif'), Buffer.alloc(200)]),
    ],
    ['only-signature.png', png.subarray(0, 8)],
    ['only-signature.jpg', Buffer.from([0xff, 0xd8, 0xff])],
    ['only-signature.gif', Buffer.from('GIF89a')],
    ['only-signature.webp', Buffer.from('RIFF\0\0\0\0WEBP')],
    ['zeros.webp', Buffer.concat([webp.subarray(0, 16), Buffer.alloc(100_000)])],
    ['noise.png', Buffer.concat([png.subarray(0, 8), noise(50_000)])],
    ['noise.jpg', Buffer.concat([jpeg.subarray(0, 4), noise(50_000)])],
    ['noise.gif', Buffer.concat([Buffer.from('GIF89a'), noise(50_000)])],
    ['noise.webp', Buffer.concat([webp.subarray(0, 12), noise(50_000)])],
    ['pixels.png', pngBomb(60_000, 60_000)],
    ['most-pixels.png', pngBomb(0x7fffffff, 0x7fffffff)],
    ['one-row.png', pngBomb(0x7fffffff, 1)],
    ['one-column.png', pngBomb(1, 0x7fffffff)],
    ['no-size.png', pngBomb(0, 0)],
    ['unpacks.png', pngBomb(12_000, 12_000, deflateSync(Buffer.alloc(36_001 * 1_000)))],
    [
      'profile.png',
      withChunk(
        png,
        'iCCP',
        Buffer.concat([Buffer.from('p\0\0'), deflateSync(Buffer.alloc(200_000_000))]),
      ),
    ],
    [
      'comment.png',
      withChunk(
        png,
        'zTXt',
        Buffer.concat([Buffer.from('c\0\0'), deflateSync(Buffer.alloc(200_000_000))]),
      ),
    ],
    ['wrong-length.png', withLength(png, 0xffffffff)],
    ['pixels.jpg', jpegBomb(jpeg, 65_500, 65_500)],
    ['no-size.jpg', jpegBomb(jpeg, 0, 0)],
    ['pixels.gif', gifBomb(65_535, 65_535)],
    ['no-size.gif', gifBomb(0, 0)],
    ['frames.gif', manyFrames(10_000)],
    ['pixels.webp', webpBomb()],
  ]);
  for (const part of [0.1, 0.5, 0.9]) {
    files.set(`cut-${part}.png`, png.subarray(0, png.length * part));
    files.set(`cut-${part}.jpg`, jpeg.subarray(0, jpeg.length * part));
    files.set(`cut-${part}.webp`, webp.subarray(0, webp.length * part));
  }
  return files;
}

/** The same bytes in every run. */
function noise(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 1;
  for (let at = 0; at < length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function pngBomb(width: number, height: number, data = deflateSync(Buffer.alloc(1000))): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Adds a chunk behind the header. */
function withChunk(png: Uint8Array, name: string, data: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk(name, data), png.subarray(33)]);
}

function withLength(png: Uint8Array, length: number): Buffer {
  const bytes = Buffer.from(png);
  bytes.writeUInt32BE(length, 33);
  return bytes;
}

/** Writes another size into the frame header. */
function jpegBomb(jpeg: Uint8Array, width: number, height: number): Buffer {
  const bytes = Buffer.from(jpeg);
  const at = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(height, at + 5);
  bytes.writeUInt16BE(width, at + 7);
  return bytes;
}

function gifBomb(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(6 + 7 + 6 + 10 + 4);
  bytes.write('GIF89a');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  bytes[10] = 0x80;
  bytes[19] = 0x2c;
  bytes.writeUInt16LE(width, 24);
  bytes.writeUInt16LE(height, 26);
  bytes.set([2, 1, 0x44, 0], 29);
  return bytes;
}

/** A real animation of one pixel. */
function manyFrames(count: number): Buffer {
  const head = Buffer.from('47494638396101000100800000000000ffffff', 'hex');
  const frame = Buffer.from(
    '2c000000000100010000020244010021f90400000000002c00000000010001000002024401',
    'hex',
  );
  const one = Buffer.concat([frame, Buffer.from([0])]);
  return Buffer.concat([head, ...Array.from({ length: count }, () => one), Buffer.from([0x3b])]);
}

/** An extended WebP with the largest canvas. */
function webpBomb(): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(56, 4);
  bytes.write('WEBPVP8X', 8);
  bytes.writeUInt32LE(10, 16);
  bytes.fill(0xff, 24, 30);
  bytes.write('VP8L', 30);
  bytes.writeUInt32LE(20, 34);
  bytes.set([0x2f, 0xff, 0xff, 0xff, 0x0f], 38);
  return bytes;
}
