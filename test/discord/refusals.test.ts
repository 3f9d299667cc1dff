import { DiscordAPIError, HTTPError, RESTJSONErrorCodes as Codes } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../../src/discord/failure.ts';
import { explain, outcomeOf, type RefusalContext } from '../../src/discord/refusals.ts';
import type { Action } from '../../src/moderation/effects.ts';

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

describe('failureOf', () => {
  it('takes an answer with a code of Discord for a refusal', () => {
    expect(failureOf(apiError(403, 50013))).toEqual({
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
      'an error of the server',
      new HTTPError(502, 'Bad Gateway', 'PUT', '', { body: undefined, files: undefined }),
    ],
    ['a refused connection', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    [
      'a socket that closed',
      Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }),
    ],
    ['a name that is not resolved', Object.assign(new Error('dns'), { code: 'EAI_AGAIN' })],
    ['a timeout', Object.assign(new Error('aborted'), { name: 'AbortError' })],
    [
      'a client without a token',
      new Error('Expected token to be set for this request, but none was present'),
    ],
  ])('takes %s for Discord being away', (_, error) => {
    expect(failureOf(error).kind).toBe('unavailable');
  });

  it.each([
    new TypeError('x is not a function'),
    Object.assign(new TypeError('bad argument'), { code: 'ERR_INVALID_ARG_TYPE' }),
  ])('throws on what is a fault of ours: %s', (error) => {
    expect(() => failureOf(error)).toThrow(error);
  });
});

describe('explain', () => {
  const answer = 'Some answer';

  it('names permission and role for 50013', () => {
    expect(explain({ kind: 'refused', code: 50013, answer }, context)).toEqual({
      reason: 'Discord did not let the bot ban the author.',
      mend:
        'See that the role “Portcullis” has “Ban Members” ' +
        "and stands above the author's roles (Server Settings → Roles).",
    });
  });

  it('says for 50001 that the channel cannot be seen', () => {
    expect(explain({ kind: 'refused', code: 50001, answer }, context).reason).toBe(
      'The bot cannot see the channel.',
    );
  });

  it('gives the code and the words of Discord for anything it has no words for', () => {
    expect(explain({ kind: 'refused', code: 99999, answer }, context).reason).toBe(
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
  ])('has words of its own for %i', (code) => {
    expect(explain({ kind: 'refused', code, answer }, context).reason).not.toContain(answer);
  });
});

describe('outcomeOf', () => {
  const roleId = '400000000000000000';
  const of = (action: Action, code: number) =>
    outcomeOf({ kind: 'refused', code, answer: '' }, { action, context, at: 7 });

  it.each<[Action, number]>([
    [{ kind: 'delete' }, Codes.UnknownMessage],
    [{ kind: 'delete' }, Codes.UnknownChannel],
    [{ kind: 'kick' }, Codes.UnknownMember],
    [{ kind: 'ban' }, Codes.UnknownUser],
    [{ kind: 'removeRole', roleId }, Codes.UnknownRole],
    [{ kind: 'removeRole', roleId }, Codes.UnknownMember],
  ])('counts %j as done after %i: there is nothing left to do', (action, code) => {
    expect(of(action, code)).toEqual({ status: 'done', at: 7, detail: expect.any(String) });
  });

  it.each<[Action, number]>([
    [{ kind: 'timeout' }, Codes.UnknownMember],
    [{ kind: 'addRole', roleId }, Codes.UnknownRole],
    [{ kind: 'notice' }, Codes.CannotSendMessagesToThisUser],
    [{ kind: 'delete' }, Codes.MissingPermissions],
  ])('counts %j as refused after %i, with the code', (action, code) => {
    expect(of(action, code)).toMatchObject({ status: 'refused', at: 7, code });
  });
});
