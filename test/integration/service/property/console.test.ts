import { describe, expect, it } from 'vitest';
import type { PropertyStep } from '../../../../src/service-api/property-executor.ts';
import { createFakeClock } from '../../../helpers/fake-clock.ts';
import { tempDir } from '../../../helpers/temp-dir.ts';
import { API_KEY, startService } from '../start.ts';
import { NOON, ACTIONS, SETTINGS, BAN, send, start, available } from './fixture.ts';

describe('a property action', () => {
  it.each<[string, object, PropertyStep[]]>([
    ['a ban', BAN, [{ kind: 'ban', propertyId: 'p1', userId: '1' }]],
    [
      'the removal of a ban, for two users',
      { ...BAN, operation: 'remove', target: ['1', '2', '1'] },
      [
        { kind: 'unban', propertyId: 'p1', userId: '1' },
        { kind: 'unban', propertyId: 'p1', userId: '2' },
      ],
    ],
    [
      'roles, as strings and numbers',
      { ...BAN, command: 'roles', value: ['7', 8] },
      [
        { kind: 'addRole', propertyId: 'p1', userId: '1', roleId: '7' },
        { kind: 'addRole', propertyId: 'p1', userId: '1', roleId: '8' },
      ],
    ],
    [
      'the removal of a role',
      { ...BAN, command: 'roles', operation: 'remove', value: ['7'] },
      [{ kind: 'removeRole', propertyId: 'p1', userId: '1', roleId: '7' }],
    ],
  ])('hands %s to the executor', async (_name, body, expected) => {
    const { baseUrl, steps } = await start();
    const answer = await send(baseUrl, ACTIONS, { body });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect(steps).toEqual(expected);
  });

  it('returns the outcome of each step', async () => {
    const { baseUrl } = await start();
    expect(await send(baseUrl, ACTIONS, { body: { ...BAN, target: ['1', '9'] } })).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          outcomes: [
            { target: '1', status: 'done' },
            { target: '9', status: 'refused', reason: 'It is the owner.', fix: 'No.' },
          ],
        },
      },
    });
  });

  it.each([
    ['9', 422, 'It is the owner. No.'],
    ['8', 503, 'Discord is away.'],
  ])('fails if nothing could be done for user %s', async (user, status, sentence) => {
    const { baseUrl } = await start();
    expect(await send(baseUrl, ACTIONS, { body: { ...BAN, target: [user] } })).toMatchObject({
      status,
      body: { success: false, response: sentence },
    });
  });

  it('is refused without an executor if the service runs alone', async () => {
    const { baseUrl } = await startService();
    expect(await send(baseUrl, ACTIONS, { body: BAN })).toMatchObject({
      status: 409,
      body: {
        success: false,
        response: expect.stringMatching(/^No executor is connected.*the bot’s own commands\.$/),
      },
    });
  });

  it.each([
    ['no property', { ...BAN, property_id: undefined }, 'property_id'],
    ['a property with a colon', { ...BAN, property_id: 'a::b' }, 'property_id'],
    ['a property with a space', { ...BAN, property_id: 'a b' }, 'property_id'],
    ['a long property', { ...BAN, property_id: 'a'.repeat(101) }, 'property_id'],
    ['a property that is a number', { ...BAN, property_id: 1 }, 'property_id'],
    ['another command', { ...BAN, command: 'kick' }, 'command'],
    ['a command that every object inherits', { ...BAN, command: 'constructor' }, 'command'],
    ['another operation', { ...BAN, operation: 'toggle' }, 'operation'],
    ['no target', { ...BAN, target: undefined }, 'target'],
    ['an empty target', { ...BAN, target: [] }, 'target'],
    ['a target of numbers', { ...BAN, target: [1] }, 'target'],
    ['a target that is a string', { ...BAN, target: '1' }, 'target'],
    ['roles without any', { ...BAN, command: 'roles' }, 'value'],
    ['roles of objects', { ...BAN, command: 'roles', value: [{}] }, 'value'],
    ['a role id that lost digits', { ...BAN, command: 'roles', value: [2 ** 60] }, 'value'],
    ['too many users', { ...BAN, target: Array.from({ length: 51 }, (_, id) => `${id}`) }, '50'],
    ['a list', [BAN], 'JSON object'],
  ])('is refused with %s', async (_name, body, said) => {
    const { baseUrl, steps } = await start();
    expect(await send(baseUrl, ACTIONS, { body })).toMatchObject({
      status: 400,
      body: { success: false, response: expect.stringContaining(said) },
    });
    expect(steps).toEqual([]);
  });

  it.each(['', 'Bearer', 'Bearer ', 'Bearer wrong', `Basic ${API_KEY}`, API_KEY])(
    'is refused with the authorization %j',
    async (authorization) => {
      const { baseUrl, steps } = await start();
      const response = await fetch(baseUrl + ACTIONS, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(BAN),
      });
      expect(response.status).toBe(401);
      expect(steps).toEqual([]);
    },
  );
});

describe('property settings', () => {
  const patch = (key: string, value: unknown) => ({ key, value, target: 'p1' });

  it('are applied if the executor knows them, and stored otherwise', async () => {
    const { baseUrl, settings } = await start();
    const patches = [patch('mode', 'shadow'), patch('@property/name', 'Mine'), patch('wrong', 1)];
    expect(await send(baseUrl, SETTINGS, { method: 'PATCH', body: { patches } })).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          patches: [
            { key: 'mode', target: 'p1', status: 'applied' },
            { key: '@property/name', target: 'p1', status: 'stored' },
            { key: 'wrong', target: 'p1', status: 'refused', reason: 'It does not fit.' },
          ],
        },
      },
    });
    expect(settings[0]).toEqual({ propertyId: 'p1', key: 'mode', value: 'shadow' });
  });

  it('fail if all are refused', async () => {
    const { baseUrl } = await start();
    const body = { patches: [patch('wrong', 1)] };
    expect(await send(baseUrl, SETTINGS, { method: 'PATCH', body })).toMatchObject({
      status: 422,
      body: { success: false, response: 'It does not fit.' },
    });
  });

  it('are only stored without an executor, and survive a restart', async () => {
    const stateUrl = `sqlite:${tempDir()}/service.sqlite`;
    const clock = createFakeClock(NOON);
    const set = async (value: unknown) => {
      const { baseUrl, service } = await startService({ stateUrl, clock });
      const body = { patches: [patch('@property/discord/feature.verify', value)] };
      const { body: answer } = await send(baseUrl, SETTINGS, { method: 'PATCH', body });
      expect(answer).toMatchObject({ data: { patches: [{ status: 'stored' }] } });
      const { auditLogs } = await available(baseUrl, NOON, NOON);
      await service.stop();
      return auditLogs[0];
    };
    expect(await set(true)).toMatchObject({ type: 'settings', value: true, previous: null });
    expect(await set(false)).toMatchObject({ type: 'settings', value: false, previous: true });
  });

  it.each([
    ['no patches', {}],
    ['an empty list', { patches: [] }],
    ['too many', { patches: Array.from({ length: 101 }, () => patch('a', 1)) }],
    ['an empty key', { patches: [patch('', 1)] }],
    ['a long key', { patches: [patch('a'.repeat(201), 1)] }],
    ['a long value', { patches: [patch('a', 'b'.repeat(10_001))] }],
    ['an object as value', { patches: [patch('a', {})] }],
    ['null as value', { patches: [patch('a', null)] }],
    ['no target', { patches: [{ key: 'a', value: 1 }] }],
    ['a target with a colon', { patches: [{ ...patch('a', 1), target: 'a::b' }] }],
    ['a list', []],
  ])('are refused with %s', async (_name, body) => {
    const { baseUrl, settings } = await start();
    expect(await send(baseUrl, SETTINGS, { method: 'PATCH', body })).toMatchObject({
      status: 400,
      body: { success: false, response: expect.any(String) },
    });
    expect(settings).toEqual([]);
  });
});
