import { RESTJSONErrorCodes } from 'discord-api-types/v10';
import { expect, it } from 'vitest';

import { invalidForm, apiError } from '../../../src/sandbox/errors.ts';

it('takes the status and message of an error from its code', () => {
  const error = apiError(RESTJSONErrorCodes.MissingPermissions);
  expect(error).toMatchObject({ status: 403, discordCode: 50013, code: 'discord_api_error' });
  expect(error.body()).toEqual({ message: 'Missing Permissions', code: 50013 });
});

it('builds one tree of several field errors, including two at the same path', () => {
  const first = { code: 'A', message: 'a' };
  const second = { code: 'B', message: 'b' };
  const error = invalidForm([
    { path: ['embeds', 0, 'title'], error: first },
    { path: ['embeds', 0, 'title'], error: second },
    { path: ['embeds', 2], error: first },
    { path: ['content'], error: second },
  ]);
  expect(error.body()).toEqual({
    message: 'Invalid Form Body',
    code: 50035,
    errors: {
      embeds: { '0': { title: { _errors: [first, second] } }, '2': { _errors: [first] } },
      content: { _errors: [second] },
    },
  });
});
