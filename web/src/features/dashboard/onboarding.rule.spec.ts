import { onboardingSteps } from './onboarding.rule';

const facts = { isVerified: true, hasKey: true, hasUsedKey: false, clients: [] };
const client = (key: string, count = 1) => ({ ...facts, clients: [{ key, count }] });

describe('onboarding', () => {
  it('does not count the playground as first call, but a program of the user, an assistant or a used key (WEB-17)', () => {
    expect(onboardingSteps(client('web_playground')).call).toBe(false);
    expect(onboardingSteps(client('client:curl')).call).toBe(true);
    expect(onboardingSteps(client('code_editor')).call).toBe(true);
    expect(onboardingSteps({ ...facts, hasUsedKey: true }).call).toBe(true);
  });

  it('counts an assistant as connected once an MCP client has called (WEB-17)', () => {
    expect(
      ['desktop_app', 'code_editor', 'terminal_client'].map((key) => onboardingSteps(client(key)).assistant),
    ).toEqual([true, true, true]);
    expect(['client:curl', 'other', 'web_playground'].map((key) => onboardingSteps(client(key)).assistant)).toEqual([
      false,
      false,
      false,
    ]);
    expect(onboardingSteps(client('desktop_app', 0)).assistant).toBe(false);
  });

  it('leaves unknown steps open (WEB-17)', () => {
    expect(onboardingSteps({ isVerified: false, hasKey: false, hasUsedKey: false, clients: undefined })).toEqual({
      verified: false,
      key: false,
      call: false,
      assistant: false,
    });
  });
});
