import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ChildProgram } from './child-program.js';

const MAIN = join(import.meta.dirname, '../../../../packages/sandbox/dist/google/google-sandbox.main.js');

/** The sandbox's OpenID provider in its own process, in place of Google. */
export class GoogleProcess {
  private readonly program = new ChildProgram('the provider', MAIN, 'SIGKILL');
  private readonly secret = randomBytes(24).toString('base64url');

  constructor(
    private readonly port: number,
    private readonly publicUrl: string,
  ) {}

  /** Settings of auth for it. */
  get settings(): Record<string, string> {
    return { GOOGLE_ISSUER: this.issuer, GOOGLE_CLIENT_ID: 'precis-sandbox', GOOGLE_CLIENT_SECRET: this.secret };
  }

  async start(): Promise<void> {
    await this.program.start(
      {
        GOOGLE_SANDBOX_PORT: String(this.port),
        GOOGLE_SANDBOX_SECRET: this.secret,
        REDIRECT_URI: `${this.publicUrl}/api/auth/google/callback`,
      },
      `${this.issuer}/.well-known/openid-configuration`,
    );
  }

  async stop(): Promise<void> {
    await this.program.end('SIGTERM');
  }

  private get issuer(): string {
    return `http://127.0.0.1:${this.port}`;
  }
}
