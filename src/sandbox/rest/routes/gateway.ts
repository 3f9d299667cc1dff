import { RESTJSONErrorCodes, type RESTGetAPIGatewayBotResult } from 'discord-api-types/v10';

import { refusal } from '../../errors.ts';
import type { Api } from '../api.ts';

/** Identifies a bot has a day, as Discord grants small ones; here they are never used up. */
const IDENTIFIES_A_DAY = 1000;
const MS_PER_DAY = 86_400_000;

export function addGatewayRoutes({ route, publicRoute, gatewayUrl }: Api): void {
  publicRoute('GET /gateway', () => ({ url: gatewayUrl() }));

  route('GET /gateway/bot', ({ actor }): RESTGetAPIGatewayBotResult => {
    if (actor.kind !== 'bot') throw refusal(RESTJSONErrorCodes.OnlyBotsCanUseThisEndpoint);
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
