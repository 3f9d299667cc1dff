import type { Clock } from '../../../shared/clock.ts';
import {
  TEXT_MODERATION_PATH,
  type Metadata,
} from '../../../service-api/schemas/text-moderation.ts';
import type { Addons } from '../../addons/addons.ts';
import type { Judge } from '../../text/judge.ts';
import { HttpError } from '../../../shared/http-error.ts';
import { success, type Route } from '../route.ts';
import { readTextRequest } from './text-request.ts';
import type { Journal } from '../../property/journal.ts';
import type { Recorder } from '../../samples/recorder.ts';
import { isDeeperThan } from '../../../shared/depth.ts';

export interface TextRouteDeps {
  judge: Judge;
  recorder: Recorder;
  addons: Addons;
  journal: Journal;
  clock: Clock;
}

/** The language of the place that the sample was written in: `metadata.language`, such as `de` or `pt-BR`. */
function placeCodeOf({ language }: Metadata): string | undefined {
  return typeof language === 'string' ? language.slice(0, 2).toLowerCase() : undefined;
}

/** Bodies nested more deeply can't be serialised again, so their events would be lost. */
const MAX_LEVELS = 100;
const TOO_DEEP = `The body must not be nested more than ${MAX_LEVELS} levels deep.`;

/** `POST /text/moderation`. The answer waits for the store only if a keyword matches, because the event is stored first. */
export function textRoutes(deps: TextRouteDeps): Route[] {
  const { judge, recorder, addons, journal, clock } = deps;
  return [
    {
      area: 'base',
      method: 'POST',
      path: TEXT_MODERATION_PATH,
      answer({ account, body }) {
        const { sample, metadata = {} } = readTextRequest(body);
        if (isDeeperThan(MAX_LEVELS, body)) throw new HttpError(400, TOO_DEEP);
        const { assessment, envelope } = judge(sample, {
          account,
          placeCode: placeCodeOf(metadata),
        });
        const { version, response } = envelope;
        const timeMs = clock.now();
        recorder.record({ account, timeMs, sample, assessment, engineVersion: version });
        const { uuid } = response.metadata;
        const { action, confidence } = assessment;
        journal.moderated({ account, metadata, action, confidence, uuid });
        const alerted = addons.alert({ account, sample, metadata });
        return alerted === null ? success(envelope) : alerted.then(() => success(envelope));
      },
    },
  ];
}
