import {
  analyticsRequestSchema,
  availableAnalyticsRequestSchema,
  PROPERTY_ACTIONS_PATH,
  PROPERTY_ANALYTICS_AVAILABLE_PATH,
  PROPERTY_ANALYTICS_PATH,
  PROPERTY_SETTINGS_PATH,
  propertyActionSchema,
  settingsRequestSchema,
} from '../../../service-api/schemas/property.ts';
import type { ServiceAnswer } from '../../../service-api/exchange.ts';
import { HttpError } from '../../../shared/http-error.ts';
import { parseBody } from '../parse-body.ts';
import { success, type Route } from '../route.ts';
import type { Analytics } from '../../property/analytics.ts';
import type { PropertyConsole } from '../../property/console.ts';
import { isPropertyId } from '../../property/days.ts';
import { parseSteps } from '../../property/steps.ts';

export interface PropertyRouteDeps {
  console: PropertyConsole;
  analytics: Analytics;
}

const MAX_PATCHES = 100;
const MAX_KEY_LENGTH = 200;
const MAX_VALUE_LENGTH = 10_000;

const SENTENCES = {
  property_id:
    'The field property_id must be a string of 1 to 100 characters without spaces or colons.',
  command: 'The field command must be ban or roles.',
  operation: 'The field operation must be add or remove.',
  target: 'The field target must be an array of strings.',
  value: 'The field value must be an array of strings or numbers.',
  patches: `The field patches must be an array of 1 to ${MAX_PATCHES} objects with key (a string), value (a string, boolean or number) and target (a property id).`,
  tag: 'The field tag must be an analytics tag, <PROPERTY_ID>::<YYYY-MM-DD>.',
  timeframe:
    'The field timeframe must contain from and to in Unix seconds, with from not after to.',
};

function refuse(field: keyof typeof SENTENCES): never {
  throw new HttpError(400, SENTENCES[field]);
}

/** The response if no step succeeded. The first outcome gives the reason. */
function failed(status: number, sentence: string, data: object): ServiceAnswer {
  return { status, headers: {}, body: { success: false, response: sentence, data } };
}

/** The four routes of the property console. */
export function propertyRoutes({ console, analytics }: PropertyRouteDeps): Route[] {
  return [
    {
      area: 'console',
      method: 'POST',
      path: PROPERTY_ACTIONS_PATH,
      async answer({ body, account }) {
        const action = parseBody(propertyActionSchema, body, SENTENCES);
        if (!isPropertyId(action.property_id)) refuse('property_id');
        const outcomes = await console.act(account, action, parseSteps(action));
        const data = { outcomes };
        const [first] = outcomes;
        if (first === undefined || outcomes.some(({ status }) => status === 'done')) {
          return success({ success: true, data });
        }
        const status = first.status === 'unavailable' ? 503 : 422;
        const sentence = [first.reason, first.fix].filter((part) => part !== undefined).join(' ');
        return failed(status, sentence, data);
      },
    },
    {
      area: 'console',
      method: 'PATCH',
      path: PROPERTY_SETTINGS_PATH,
      async answer({ body, account }) {
        const { patches } = parseBody(settingsRequestSchema, body, SENTENCES);
        const isFit = patches.every(
          ({ key, value, target }) =>
            key.length <= MAX_KEY_LENGTH &&
            String(value).length <= MAX_VALUE_LENGTH &&
            isPropertyId(target),
        );
        if (!isFit || patches.length === 0 || patches.length > MAX_PATCHES) refuse('patches');
        const results = await console.patch(account, patches);
        const data = { patches: results };
        const [first] = results;
        if (first === undefined || results.some(({ status }) => status !== 'refused')) {
          return success({ success: true, data });
        }
        return failed(422, first.reason ?? '', data);
      },
    },
    {
      area: 'console',
      method: 'POST',
      path: PROPERTY_ANALYTICS_PATH,
      async answer({ body, account }) {
        const { tag } = parseBody(analyticsRequestSchema, body, SENTENCES);
        const response = await analytics.read(account, tag);
        if (response !== null) return success(response);
        throw new HttpError(404, 'The analytics tag does not exist or has expired.');
      },
    },
    {
      area: 'console',
      method: 'POST',
      path: PROPERTY_ANALYTICS_AVAILABLE_PATH,
      async answer({ body, account }) {
        const { property_id: propertyId, timeframe } = parseBody(
          availableAnalyticsRequestSchema,
          body,
          SENTENCES,
        );
        if (!isPropertyId(propertyId)) refuse('property_id');
        if (timeframe.from > timeframe.to) refuse('timeframe');
        return success(await analytics.available(account, propertyId, timeframe));
      },
    },
  ];
}
