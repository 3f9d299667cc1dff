import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../../../src/shared/environment/environment.ts';
import { parseServiceEnvironment } from '../../../../src/service/environment.ts';

describe('the configuration of audio tagging', () => {
  it('accepts a transcriber with its API key and model', () => {
    const { audio } = parseServiceEnvironment({
      TRANSCRIBER_URL: 'https://whisper.example',
      TRANSCRIBER_API_KEY: 'a-key',
      TRANSCRIBER_MODEL: 'large',
    });
    const transcriber = { url: 'https://whisper.example', apiKey: 'a-key', model: 'large' };
    expect(audio).toEqual({ transcriber, privateNetworks: [] });
  });

  it('requires neither an API key nor a model', () => {
    const { audio } = parseServiceEnvironment({ TRANSCRIBER_URL: 'http://127.0.0.1:8080' });
    expect(audio.transcriber).toMatchObject({ apiKey: null, model: 'whisper-1' });
  });

  it('accepts a list of private networks', () => {
    const { audio } = parseServiceEnvironment({
      MEDIA_PRIVATE_NETWORKS: '10.0.0.0/8, fd00::/8,',
    });
    expect(audio.privateNetworks).toEqual(['10.0.0.0/8', 'fd00::/8']);
  });

  it.each([
    { TRANSCRIBER_URL: 'whisper.example' },
    { MEDIA_PRIVATE_NETWORKS: '10.0.0.0' },
    { MEDIA_PRIVATE_NETWORKS: '10.0.0.0/8,intranet' },
    { MEDIA_PRIVATE_NETWORKS: '10.0.0.0/99' },
  ])('rejects %j and names the variable', (environment) => {
    expect(() => parseServiceEnvironment(environment)).toThrow(ConfigError);
    expect(() => parseServiceEnvironment(environment)).toThrow(Object.keys(environment)[0]);
  });
});
