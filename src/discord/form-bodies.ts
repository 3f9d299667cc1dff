import type { RESTOptions } from 'discord.js';

type MakeRequest = RESTOptions['makeRequest'];

/**
 * Sends forms, which carry files, as the bytes they amount to. Discord.js hands Node's own FormData to the process's
 * dispatcher; another undici in the process may have set that, and one knows no FormData but its own.
 */
export function withFormsAsBytes(makeRequest: MakeRequest): MakeRequest {
  return async (url, init) => {
    const { body } = init;
    if (!(body instanceof FormData)) return makeRequest(url, init);
    const form = new Response(body);
    const headers = new Headers(init.headers);
    headers.set('content-type', form.headers.get('content-type') ?? '');
    const bytes = new Uint8Array(await form.arrayBuffer());
    return makeRequest(url, { ...init, headers: Object.fromEntries(headers), body: bytes });
  };
}
