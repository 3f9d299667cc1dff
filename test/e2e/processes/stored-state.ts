import type { APIMessage } from 'discord-api-types/v10';
import { expect, onTestFinished } from 'vitest';
import { z } from 'zod';
import { caseSchema, type Case } from '../../../src/bot/domain/case.ts';
import { incidentSchema, type Incident } from '../../../src/bot/domain/incidents/incident.ts';
import { digestSchema, type Digest } from '../../../src/bot/domain/posts/digest.ts';
import { openStateTables, sql } from '../../helpers/state-sql.ts';
import type { ProcessFixture } from './fixture.ts';

/** A bot's stored cases and the posts that show them. */
export interface StoredState {
  /** In the order of their numbers. */
  readonly cases: readonly Case[];
  readonly incidents: readonly Incident[];
  readonly digests: readonly Digest[];
}

const rowsSchema = z.array(z.object({ json: z.string() }));

/** Reads the state of a bot that has been connected before. Closes when the calling test ends. */
export async function openStoredState({
  env,
}: ProcessFixture): Promise<() => Promise<StoredState>> {
  const tables = await openStateTables(env.STATE_URL ?? '');
  onTestFinished(() => tables.destroy());
  const read = async <T>(query: string, schema: z.ZodType<T>): Promise<T[]> => {
    const { rows } = await sql.raw(query).execute(tables);
    return rowsSchema.parse(rows).map(({ json }) => schema.parse(JSON.parse(json)));
  };
  return async () => ({
    cases: await read('SELECT record AS json FROM cases ORDER BY guild_id, number', caseSchema),
    incidents: await read('SELECT record AS json FROM incidents', incidentSchema),
    digests: await read('SELECT digest AS json FROM digests', digestSchema),
  });
}

/**
 * Every step of every case has ended. Each case is on exactly one post of the bot, counted once in a shown digest, or part
 * of an incident with a post. No post is empty.
 */
export function expectEachShownOnce(state: StoredState, posts: readonly APIMessage[]): void {
  const { cases, incidents, digests } = state;
  const open = cases.filter(({ steps }) => steps.some(({ outcome }) => outcome === null));
  expect(open.map(({ number }) => number)).toEqual([]);

  const alerted: Case[] = [];
  let counted = 0;
  for (const record of cases) {
    const outcome = record.steps.find(({ effect }) => effect.kind === 'alert')?.outcome;
    if (outcome?.status === 'done') alerted.push(record);
    else if (outcome?.status !== 'deferred') expect.fail(`case ${record.number} has no alert`);
    else if (outcome.detail.key === 'effects:deferred.counted') counted += 1;
    else expect(record.incident, `the incident of case ${record.number}`).not.toBeNull();
  }

  const wanted = new Map<string, number[]>();
  for (const { alert, number } of alerted) {
    const id = alert?.messageId ?? 'none';
    wanted.set(id, [...(wanted.get(id) ?? []), number]);
  }
  const digestIds = digests.map(({ message }) => message?.messageId ?? 'none');
  const incidentIds = incidents.map(({ post }) => post?.messageId ?? 'none');
  const ids = posts.map(({ id }) => id).toSorted();
  expect(ids).toEqual([...wanted.keys(), ...digestIds, ...incidentIds].toSorted());
  for (const post of posts) {
    const numbers = wanted.get(post.id);
    if (numbers === undefined) continue;
    // A long alert counts all of its cases and names the newest.
    const named = numbersOn(post);
    expect(named.length).toBeGreaterThan(0);
    expect(named).toEqual(numbers.slice(-named.length));
    const [head = ''] = post.embeds[0]?.description?.split('\n') ?? [];
    const count = numbers.length;
    if (count > 1) {
      expect(head).toMatch(new RegExp(`×${count}\\b|\\b${count} cases`));
    }
  }

  expect(sum(digests.map((digest) => digest.cases))).toBe(counted);
  for (const { shown, total } of digests) expect(shown).toBe(total);
}

/** The numbers of the cases that an alert names. */
export function numbersOn({ embeds: [embed] }: APIMessage): number[] {
  return [...(embed?.description ?? '').matchAll(/(?<![<\w])#(\d+)/g)].map(([, number]) =>
    Number(number),
  );
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
