import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasFfmpeg, toneWav } from '../helpers/audio.ts';
import { startHttpServer } from '../helpers/http-server.ts';
import { startTranscriptionServer } from '../helpers/transcription-server.ts';
