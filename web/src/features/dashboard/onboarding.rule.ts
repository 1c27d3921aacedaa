/** The playground's calls are made by hand on our own page, so they are not a first call of the API. */
const PLAYGROUND = 'web_playground';

/** Buckets of MCP clients, as the server names them (QUOTA-18). */
const ASSISTANTS = ['desktop_app', 'code_editor', 'terminal_client'];

export type StepName = 'verified' | 'key' | 'call' | 'assistant';

export interface OnboardingFacts {
  isVerified: boolean;
  hasKey: boolean;
  /** The key was used at least once. */
  hasUsedKey: boolean;
  /** Buckets of clients with calls; undefined while unknown. */
  clients: { key: string; count: number }[] | undefined;
}

/** Which steps of the onboarding are done (WEB-17). An unknown step is open, unless something else proves it. */
export function onboardingSteps(facts: OnboardingFacts): Record<StepName, boolean> {
  const called = (facts.clients ?? []).filter(({ count }) => count > 0).map(({ key }) => key);
  return {
    verified: facts.isVerified,
    key: facts.hasKey,
    call: facts.hasUsedKey || called.some((key) => key !== PLAYGROUND),
    assistant: called.some((key) => ASSISTANTS.includes(key)),
  };
}
