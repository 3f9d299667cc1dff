import { RESTJSONErrorCodes, type RESTGetAPIGatewayBotResult } from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import type { Api } from '../api.ts';

/** Discord's daily identify limit for small bots. It is reported but never enforced. */
const IDENTIFIES_A_DAY = 1000;
const MS_PER_DAY = 86_400_000;

export function addGatewayRoutes({ route, publicRoute, gatewayUrl }: Api): void {
  publicRoute('GET /gateway', () => ({ url: gatewayUrl() }));

  route('GET /gateway/bot', ({ actor }): RESTGetAPIGatewayBotResult => {
    if (actor.kind !== 'bot') throw apiError(RESTJSONErrorCodes.OnlyBotsCanUseThisEndpoint);
    return {
      url: gatewayUrl(),
      shards: 1,
      session_start_limit: {
        total: IDENTIFIES_A_DAY,
        remaining: IDENTIFIES_A_DAY,
        reset_after: MS_PER_DAY,
        max_concurrency: 1,
      },
    };
  });
}
