import { RESTJSONErrorCodes, type RESTGetAPIGatewayBotResult } from 'discord-api-types/v10';

import { apiError } from '../../errors.ts';
import type { Api } from '../api.ts';

export function addGatewayRoutes({ route, publicRoute, gatewayUrl, sharding }: Api): void {
  publicRoute('GET /gateway', () => ({ url: gatewayUrl() }));

  route('GET /gateway/bot', ({ actor }): RESTGetAPIGatewayBotResult => {
    if (actor.kind !== 'bot') throw apiError(RESTJSONErrorCodes.OnlyBotsCanUseThisEndpoint);
    return { url: gatewayUrl(), ...sharding.advice(actor.userId) };
  });
}
