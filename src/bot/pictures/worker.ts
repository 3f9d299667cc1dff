import type { DecodeRequest, DecodeResult } from './worker-messages.ts';
import { decodePicture, isPicture } from './decode-picture.ts';

/* Decodes one picture at a time in a process of its own, whose memory is limited. */

function decode({ id, bytes, withVariants }: DecodeRequest): DecodeResult {
  if (!isPicture(bytes)) return { id, reading: null };
  return { id, reading: decodePicture(bytes, withVariants) };
}

// A file that makes the decoder throw ends the process: the bot starts another one for the next picture.
process.on('message', (request: DecodeRequest) => process.send?.(decode(request)));
process.on('disconnect', () => process.exit());
