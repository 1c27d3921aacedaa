/** Tests that read code as text: no import leads from them to it. */
export const STRUCTURE = [
  'documents',
  'source-rules',
  'time-limits',
  'metrics-table',
  'service-readmes',
  'compose',
].map((name) => `packages/testing/src/structure/${name}.spec.ts`);

const SCENARIOS = 'scenarios/scenarios';
const CONTRACT = 'contract/contract';

/** The end-to-end files of each area, the most likely first: they reach the product over HTTP, which no import shows. */
const OVER_HTTP: Record<string, string[]> = {
  billing: [SCENARIOS, CONTRACT, 'scenarios/plan-end', 'bad-input/refused-payments'],
  usage: [SCENARIOS, CONTRACT, 'faults/reply-cut', 'faults/stream-cut', 'scenarios/plan-end'],
  gateway: [CONTRACT, 'contract/throttle', 'authorisation/authorisation', SCENARIOS, 'faults/stream-cut'],
  auth: [CONTRACT, SCENARIOS, 'authorisation/authorisation', 'privacy/privacy'],
  summarisation: [
    CONTRACT,
    'youtube/error-table',
    'faults/failing-engine',
    'faults/hostile-captions',
    'faults/obedient-model',
    SCENARIOS,
  ],
  events: [SCENARIOS],
  referrals: [SCENARIOS, CONTRACT],
  notifications: [SCENARIOS, 'privacy/privacy'],
  runtime: [CONTRACT, SCENARIOS],
  audit: [SCENARIOS],
  // Its pages are tested in a browser only by `make test-web`.
  web: [],
};

export const AREAS = Object.keys(OVER_HTTP);

/** The end-to-end files of an area. */
export function overHttp(area: string): string[] {
  return OVER_HTTP[area].map((name) => `packages/e2e/src/${name}.e2e.ts`);
}
