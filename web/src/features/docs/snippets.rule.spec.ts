import { LANGUAGES, snippet } from './snippets.rule';
import { CALLS } from './calls';

const baseUrl = 'https://precis.example';

describe('examples of the documentation', () => {
  it('are a curl that can be pasted, with the key from the environment (WEB-22)', () => {
    expect(snippet('curl', CALLS.summarise, { baseUrl, apiKey: null })).toBe(
      `curl -X POST https://precis.example/api/youtube/summarize \\
  -H "x-api-key: $PRECIS_API_KEY" \\
  -H "content-type: application/json" \\
  -d '{"url":"https://www.youtube.com/watch?v=precisDemo1","summary_type":"auto"}'`,
    );
  });

  it.each(LANGUAGES)('have the own key filled in where it was asked for: %s (WEB-22)', (language) => {
    const filled = snippet(language, CALLS.summarise, { baseUrl, apiKey: 'prc_mine' });
    expect(filled).toContain('prc_mine');
    expect(filled).not.toContain('PRECIS_API_KEY');
    expect(snippet(language, CALLS.summarise, { baseUrl, apiKey: null })).toContain('PRECIS_API_KEY');
  });

  it('keep a quotation mark of a body inside the quotes of the shell (WEB-22)', () => {
    const call = { method: 'POST', path: '/x', body: { custom_prompt: "the lock's gates" }, prints: 'data' } as const;
    expect(snippet('curl', call, { baseUrl, apiKey: null })).toContain(`'{"custom_prompt":"the lock'\\''s gates"}'`);
  });

  it('need only the standard library in Python (WEB-47)', () => {
    for (const call of Object.values(CALLS)) {
      const imports = [...snippet('python', call, { baseUrl, apiKey: null }).matchAll(/^import (\S+)$/gm)].map(
        ([, name]) => name,
      );
      expect(imports).toEqual(['json', 'os', 'urllib.error', 'urllib.request']);
    }
  });

  it('send no body with a GET (WEB-22)', () => {
    for (const language of LANGUAGES) {
      expect(snippet(language, CALLS.usage, { baseUrl, apiKey: null })).not.toMatch(/body|data=|-d /);
    }
  });
});
