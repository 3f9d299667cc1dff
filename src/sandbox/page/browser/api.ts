import type { ActionResult, PersonAction } from '../protocol/actions.ts';
import type { CommandView } from '../protocol/commands.ts';
import type { PageEvent } from '../protocol/events.ts';

/* Responses aren't parsed with zod: page and server come from one build. */

/** Opens a person's event stream. The browser reconnects by itself. */
export function openEvents(
  as: string,
  handlers: { onEvent: (event: PageEvent) => void; onConnected: (isConnected: boolean) => void },
): () => void {
  const source = new EventSource(`events?as=${encodeURIComponent(as)}`);
  source.addEventListener('message', ({ data }: MessageEvent<string>) =>
    handlers.onEvent(JSON.parse(data) as PageEvent),
  );
  source.addEventListener('open', () => handlers.onConnected(true));
  source.addEventListener('error', () => handlers.onConnected(false));
  return () => source.close();
}

export function act(as: string, locale: string, action: PersonAction): Promise<ActionResult> {
  return post('actions', { as, locale, action });
}

export async function fetchCommands(as: string, locale: string): Promise<readonly CommandView[]> {
  const response = await fetch(`commands?${new URLSearchParams({ as, locale })}`);
  return response.ok ? ((await response.json()) as CommandView[]) : [];
}

/** The person joins the server by an invite; without one, somebody new does. Returns the id of who joined. */
export async function join(as?: string): Promise<string> {
  const { id } = await post<{ id: string }>('joins', { as });
  return id;
}

export async function play(scenarioId: string): Promise<void> {
  await post(`scenarios/${encodeURIComponent(scenarioId)}`, {});
}

export async function reset(): Promise<void> {
  await post('reset', {});
}

async function post<T>(path: string, body: object): Promise<T> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as T & { message?: string };
  if (!response.ok) throw new Error(answer.message ?? 'The page did not answer.');
  return answer;
}
