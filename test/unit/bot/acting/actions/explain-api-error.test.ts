import { DiscordAPIError, HTTPError, RESTJSONErrorCodes as Codes } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { classifyError } from '../../../../../src/bot/rest/classify-error.ts';
import {
  explainRefusal,
  type RefusalContext,
} from '../../../../../src/bot/acting/actions/explain-api-error.ts';
import { refusalOutcome } from '../../../../../src/bot/acting/actions/refusal-outcome.ts';
import { english } from '../../../../helpers/renderer.ts';
import type { Action } from '../../../../../src/bot/domain/effects.ts';

const context: RefusalContext = {
  effect: 'ban',
  permission: 'BanMembers',
  botRole: 'Portcullis',
  channel: 'general',
};

function apiError(status: number, code: number): DiscordAPIError {
  return new DiscordAPIError({ code, message: 'Some answer' }, code, status, 'PUT', '', {
    files: undefined,
    body: undefined,
  });
}

describe('classifyError', () => {
  it('classifies an answer with a Discord code as a refusal', () => {
    expect(classifyError(apiError(403, 50013))).toEqual({
      kind: 'refused',
      code: 50013,
      answer: 'Some answer',
    });
  });

  it.each([
    ['a token that is no longer valid', apiError(401, 0)],
    ['a rate limit', apiError(429, 0)],
    ['an overloaded resource', apiError(400, Codes.APIResourceOverloaded)],
    [
      'a server error',
      new HTTPError(502, 'Bad Gateway', 'PUT', '', { body: undefined, files: undefined }),
    ],
    ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    [
      'a socket that closed',
      Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
    ],
    ['an unresolved name', Object.assign(new Error('dns'), { code: 'EAI_AGAIN' })],
    ['a timeout', Object.assign(new Error('aborted'), { name: 'AbortError' })],
    [
      'a client without a token',
      new Error('Expected token to be set for this request, but none was present'),
    ],
  ])('classifies %s as unavailable', (_, error) => {
    expect(classifyError(error).kind).toBe('unavailable');
  });

  it.each([
    new TypeError('x is not a function'),
    Object.assign(new TypeError('bad argument'), { code: 'ERR_INVALID_ARG_TYPE' }),
  ])('rethrows bugs of ours: %s', (error) => {
    expect(() => classifyError(error)).toThrow(error);
  });
});

describe('explainRefusal', () => {
  const answer = 'Some answer';

  it('names the permission and the role for 50013', () => {
    const { reason, fix } = explainRefusal({ kind: 'refused', code: 50013, answer }, context);
    expect(english.show(reason)).toBe('Discord did not let the bot ban the author.');
    expect(english.show(fix)).toBe(
      'Check that the role “Portcullis” has “Ban Members” ' +
        "and is above the member's roles (Server Settings → Roles).",
    );
  });

  it('says for 50001 that the bot cannot see the channel', () => {
    const { reason } = explainRefusal({ kind: 'refused', code: 50001, answer }, context);
    expect(english.show(reason)).toBe('The bot cannot see the channel.');
  });

  it('shows Discord’s own answer and the code for an unknown code', () => {
    const { reason } = explainRefusal({ kind: 'refused', code: 99999, answer }, context);
    expect(english.show(reason)).toBe(
      'Discord did not let the bot ban the author: Some answer (99999).',
    );
  });

  it.each([
    Codes.CannotSendMessagesToThisUser,
    Codes.CannotSendMessagesToThisUserDueToHavingNoMutualGuilds,
    Codes.OpeningDirectMessagesTooFast,
    Codes.UnknownChannel,
    Codes.UnknownGuild,
    Codes.UnknownMember,
    Codes.UnknownRole,
    Codes.InvalidActionOnArchivedThread,
    Codes.TwoFactorAuthenticationIsRequired,
    Codes.MaximumNumberOfNonGuildMemberBansHasBeenExceeded,
    Codes.MessageWasBlockedByAutomaticModeration,
  ])('has its own text for %i', (code) => {
    const { reason } = explainRefusal({ kind: 'refused', code, answer }, context);
    expect(english.show(reason)).not.toContain(answer);
  });
});

describe('refusalOutcome', () => {
  const roleId = '400000000000000000';
  const of = (action: Action, code: number) =>
    refusalOutcome({ kind: 'refused', code, answer: '' }, { action, context, at: 7 });

  it.each<[Action, number]>([
    [{ kind: 'delete' }, Codes.UnknownMessage],
    [{ kind: 'delete' }, Codes.UnknownChannel],
    [{ kind: 'kick' }, Codes.UnknownMember],
    [{ kind: 'ban' }, Codes.UnknownUser],
    [{ kind: 'removeRole', roleId }, Codes.UnknownRole],
    [{ kind: 'removeRole', roleId }, Codes.UnknownMember],
  ])('treats %j as done after %i, because nothing is left to do', (action, code) => {
    expect(of(action, code)).toEqual({
      status: 'done',
      at: 7,
      detail: { key: expect.any(String) },
    });
  });

  it.each<[Action, number]>([
    [{ kind: 'timeout' }, Codes.UnknownMember],
    [{ kind: 'addRole', roleId }, Codes.UnknownRole],
    [{ kind: 'notice' }, Codes.CannotSendMessagesToThisUser],
    [{ kind: 'delete' }, Codes.MissingPermissions],
  ])('treats %j as refused after %i, and keeps the code', (action, code) => {
    expect(of(action, code)).toMatchObject({ status: 'refused', at: 7, code });
  });
});
