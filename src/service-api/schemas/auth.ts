/** Carries the API key on every `{base_url}` route (interface.md, "Authentication"). */
export const API_KEY_HEADER = 'x-service-api-auth';

/** The stream routes also require this header with this value (interface.md, "Authentication"). */
export const SERVICE_HEADER = 'x-service-api';
export const VOICE_SERVICE = 'servicevoice';

/** Carries `Bearer <API_KEY>` on every `{console_url}` route (interface.md, "Authentication"). */
export const CONSOLE_AUTH_HEADER = 'authorization';
export const BEARER_PREFIX = 'Bearer ';
