import type { Call } from './snippets.rule';

const DEMO = 'https://www.youtube.com/watch?v=precisDemo1';

/** Calls that the documentation shows. */
export const CALLS = {
  summarise: {
    method: 'POST',
    path: '/api/youtube/summarize',
    body: { url: DEMO, summary_type: 'auto' },
    prints: 'data.summary',
  },
  focused: {
    method: 'POST',
    path: '/api/youtube/summarize',
    body: { url: DEMO, summary_type: 'detail', custom_prompt: 'How the gates work' },
    prints: 'data.summary',
  },
  info: { method: 'POST', path: '/api/youtube/info', body: { url: DEMO }, prints: 'data.available_languages' },
  usage: { method: 'GET', path: '/api/usage/summary', prints: 'data.current.remaining' },
  apiInfo: { method: 'GET', path: '/api/info', prints: 'rate_limits' },
} satisfies Record<string, Call>;
