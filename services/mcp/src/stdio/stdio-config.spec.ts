import { readStdioConfig } from './stdio-config.js';

const URL_SET = { PRECIS_BASE_URL: 'https://precis.example/' };

describe('settings of the package', () => {
  it('allow a start without a key, and show where to get one (MCP-3)', () => {
    expect(readStdioConfig([], URL_SET)).toMatchObject({
      apiKey: undefined,
      baseUrl: 'https://precis.example',
      notes: [expect.stringContaining('https://precis.example/api-keys')],
    });
  });

  it('treat the placeholder of a desktop client as absent', () => {
    expect(readStdioConfig([], { ...URL_SET, PRECIS_API_KEY: '${user_config.api_key}' })).toMatchObject({
      apiKey: undefined,
    });
  });

  it('warn of a key sent in clear text, except to this machine', () => {
    const notesAt = (PRECIS_BASE_URL: string) => readStdioConfig([], { PRECIS_BASE_URL, PRECIS_API_KEY: 'prc_x' });
    expect(notesAt('http://precis.example')).toMatchObject({ notes: [expect.stringContaining('not https')] });
    for (const url of ['https://precis.example', 'http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:1'])
      expect(notesAt(url)).toMatchObject({ notes: [] });
  });

  it.each([
    [[], { PRECIS_BASE_URL: 'precis' }],
    [[], { PRECIS_BASE_URL: 'ftp://precis.example' }],
    [[], { PRECIS_BASE_URL: 'https://me:secret@precis.example' }],
    [[], { ...URL_SET, PRECIS_API_KEY: 'two words' }],
    [['--relay'], URL_SET],
  ])('are refused when they are invalid: %j %j', (args, environment) => {
    expect(readStdioConfig(args, environment)).toMatchObject({ message: expect.any(String), exitCode: 2 });
  });

  it('include --local-captions (MCP-15)', () => {
    expect(readStdioConfig(['--local-captions'], URL_SET)).toMatchObject({ localCaptions: true });
  });
});
