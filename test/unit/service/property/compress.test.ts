import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { COMPRESSION_THRESHOLD_BYTES } from '../../../../src/service-api/schemas/property.ts';
import { compressIfLarge } from '../../../../src/service/property/analytics.ts';

const MOST = { compiled: { text: '' } };

/** A payload of this many bytes as JSON. */
function payloadOf(bytes: number) {
  return { compiled: { text: 'ä'.padEnd(bytes - JSON.stringify(MOST).length - 1, 'x') } };
}

it('leaves payloads up to the threshold as they are', async () => {
  const payload = payloadOf(COMPRESSION_THRESHOLD_BYTES);
  expect(Buffer.byteLength(JSON.stringify(payload))).toBe(COMPRESSION_THRESHOLD_BYTES);
  expect(await compressIfLarge(payload)).toEqual({
    data: { isDeflateCompressed: false, payload },
  });
});

it('deflates payloads one byte larger', async () => {
  const payload = payloadOf(COMPRESSION_THRESHOLD_BYTES + 1);
  const { data } = await compressIfLarge(payload);
  if (!data.isDeflateCompressed) throw new TypeError('expected a compressed payload');
  expect(JSON.parse(inflateSync(Buffer.from(data.payload, 'base64')).toString())).toEqual(payload);
});
