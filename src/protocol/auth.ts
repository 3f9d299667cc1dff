/** Carries the API key on every `{base_url}` route (interface.md, "Authentication"). */
export const API_KEY_HEADER = 'x-service-api-auth';
