import { AuthServiceService } from '@precis/proto/auth/v1/auth';
import { type AuthRpc, AuthWorld, CALLERS } from './testing/auth-world.js';

type RpcName = keyof typeof AuthServiceService;
/** Who may call what. Written here a second time on purpose, so that a changed decorator fails this test. */
const ALLOWED: Record<RpcName, string[]> = {
  register: ['gateway', 'standalone'],
  inspectLink: ['gateway'],
  verifyEmail: ['gateway'],
  undoEmailChange: ['gateway'],
  resendVerification: ['gateway'],
  login: ['gateway'],
  logout: ['gateway'],
  getUser: ['gateway', 'standalone'],
  getSigningKeys: ['gateway'],
  authenticateSession: ['gateway'],
  authenticateKey: ['gateway'],
  listRevoked: ['gateway'],
  generateKey: ['gateway', 'standalone'],
  rotateKey: ['gateway'],
  revokeKey: ['gateway'],
  redeemMailRequest: ['notifications'],
  findAccount: ['operator', 'standalone'],
  forgotPassword: ['gateway'],
  resetPassword: ['gateway'],
  updatePassword: ['gateway'],
  updateProfile: ['gateway'],
  listSessions: ['gateway'],
  endSession: ['gateway'],
  endSessions: ['gateway'],
  listActivity: ['gateway'],
  exportAccount: ['gateway'],
  closeAccount: ['gateway'],
  beginGoogle: ['gateway'],
  finishGoogle: ['gateway'],
  linkGoogle: ['gateway'],
  keepByGoogle: ['gateway'],
  listGoogleIdentities: ['gateway'],
  unlinkGoogle: ['gateway'],
  redeemHandoff: ['gateway'],
  getRecipient: ['notifications', 'usage'],
  inspectAccount: ['operator'],
  suspendAccount: ['operator'],
  resumeAccount: ['operator'],
  resendMail: ['operator'],
  endSessionsByOperator: ['operator'],
  noteOperatorAction: ['operator'],
};
/** All fields are empty: a caller that passes the guard gets an answer or a business refusal, never one of the guard. */
const EMPTY = {
  name: '',
  email: '',
  password: '',
  referralCode: '',
  token: '',
  sessionId: '',
  accountId: '',
  apiKey: '',
  client: '',
  graceSeconds: 0,
  mailRequestId: '',
  emailOrAccount: '',
  cursor: '',
  currentPassword: '',
  newPassword: '',
  exceptSessionId: '',
  before: '',
  limit: 0,
  state: '',
  code: '',
  error: '',
  transaction: '',
  issuer: '',
  identityId: '',
  browserMark: '',
  handoffToken: '',
  kind: '',
  operator: { name: '', reason: '' },
};
const names = Object.keys(AuthServiceService) as RpcName[];

describe('callers of auth', () => {
  let world: AuthWorld;
  beforeAll(async () => void (world = await AuthWorld.start()));
  afterAll(() => world?.close());

  const outcome = async (client: AuthRpc, name: RpcName): Promise<string> =>
    (client[name] as (request: object) => Promise<unknown>)(EMPTY).then(
      () => 'admitted',
      (error: { code?: string }) =>
        error.code === 'caller_refused' || error.code === 'caller_unknown' ? error.code : 'admitted',
    );

  it.each(names)('%s admits its callers and refuses every other service', async (name) => {
    const outcomes = Object.fromEntries(
      await Promise.all(CALLERS.map(async (caller) => [caller, await outcome(world.as(caller), name)])),
    );
    expect(outcomes).toEqual(
      Object.fromEntries(
        CALLERS.map((caller) => [caller, ALLOWED[name].includes(caller) ? 'admitted' : 'caller_refused']),
      ),
    );
  });

  it.each(names)('%s refuses an unknown caller, and a known one with a wrong secret', async (name) => {
    const path = `${world.folder}/auth.sock`;
    expect(await outcome(world.as('stranger'), name)).toBe('caller_unknown');
    expect(await outcome(world.as(ALLOWED[name][0], path, 'not-the-right-secret'), name)).toBe('caller_unknown');
  });
});
