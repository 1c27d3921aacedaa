import { startGoogleSandbox } from './google-sandbox.js';

const sandbox = await startGoogleSandbox({
  redirectUri: process.env.REDIRECT_URI ?? 'http://localhost:8080/api/auth/google/callback',
  port: Number(process.env.GOOGLE_SANDBOX_PORT ?? 0),
  secret: process.env.GOOGLE_SANDBOX_SECRET,
});
console.log(JSON.stringify({ issuer: sandbox.issuer }));

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void sandbox.close());
}
