import { Injectable } from '@nestjs/common';
import { announce } from '@precis/events/outbox/outbox';
import type { FinishGoogleRequest, FinishGoogleResponse } from '@precis/proto/auth/v1/auth';
import { Clock } from '@precis/runtime/clock';
import { inTransaction } from '@precis/runtime/database';
import { decodeJwt } from 'jose';
import { DataSource } from 'typeorm';
import { KnownDevices } from '../login-guard/known-devices.provider.js';
import { SessionOpener } from '../sessions/session-opener.provider.js';
import type { User } from '../users/user.entity.js';
import { accountClosing } from '../users/users.errors.js';
import { GoogleAccounts } from './google-accounts.provider.js';
import { GoogleProvider } from './google-provider.provider.js';
import { runStrategy } from './google-strategy.js';
import { googlePasswordNeeded, googleRefused, googleStateInvalid } from './google.errors.js';
import { HandoffTokens } from './handoff-tokens.provider.js';
import { type GoogleIdentity, IdTokenVerifier } from './id-token.verifier.js';
import { emailHashOf, OauthTransactionsRepository } from './oauth-transactions.repository.js';
import { TransactionSecret } from './transaction-secret.js';

/**
 * Finishes a Google sign-in. The callback together with the browser's cookie proves an identity; its account gets a session, for which the
 * browser receives a handoff token (ACC-27, ACC-28, ACC-29). The sign-in is spent before Google is asked (ACC-50), so after a failure or a
 * crash the user starts again. Account, session and events commit together. Where the account's password is needed first, the sign-in waits
 * for it in this browser (ACC-62); where the account is closed, it waits for the owner's decision to keep it (ACC-73).
 */
@Injectable()
export class FinishGoogle {
  constructor(
    private readonly database: DataSource,
    private readonly provider: GoogleProvider,
    private readonly idTokens: IdTokenVerifier,
    private readonly transactions: OauthTransactionsRepository,
    private readonly accounts: GoogleAccounts,
    private readonly sessions: SessionOpener,
    private readonly devices: KnownDevices,
    private readonly handoffs: HandoffTokens,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws the errors of google.errors.ts, account_suspended and account_closed. After google_password_needed the sign-in waits for LinkGoogle,
   * after account_closing for KeepByGoogle.
   */
  async execute(request: FinishGoogleRequest): Promise<FinishGoogleResponse> {
    const { client } = this.provider;
    const secret = TransactionSecret.ofSent(request.transaction);
    if (!secret) throw googleStateInvalid();
    const provider = await this.provider.get();
    const isNamed = request.issuer !== '' || provider.namesItself;
    if (isNamed && request.issuer !== client.issuer) throw googleRefused(new Error('sent back by another provider'));
    const identity = await this.identityOf(request, secret);

    const now = this.clock.now();
    const finished = await inTransaction(this.database, async (manager) => {
      const found = await this.accounts.findOrCreate(manager, identity, now, request.visitor);
      const offer = ({ id: userId, emailNormalised }: User) => {
        const { issuer, sub } = identity;
        const offered = { issuer, sub, userId, emailHash: emailHashOf(emailNormalised) };
        return this.transactions.offerLink(manager, secret.hash, offered, now);
      };
      if ('passwordOf' in found) {
        await offer(found.passwordOf);
        return { waitsBecause: googlePasswordNeeded() };
      }
      const { user, announcements } = found;
      user.refuseSuspended();
      if (user.isClosing(now)) {
        await offer(user);
        await announce(manager, ...announcements);
        return { waitsBecause: accountClosing(user.erasedAt) };
      }
      const sessionToken = await this.sessions.open(manager, user, 'google', request);
      const device = await this.devices.remember(manager, user.id, request.visitor, now);
      const transactionId = await this.transactions.complete(
        manager,
        secret.hash,
        decodeJwt(sessionToken).sid as string,
      );
      await announce(manager, ...announcements);
      return { transactionId, device };
    });
    if ('waitsBecause' in finished) throw finished.waitsBecause;
    return { handoffToken: await this.handoffs.sign(finished.transactionId, now), device: finished.device };
  }

  private async identityOf(request: FinishGoogleRequest, secret: TransactionSecret): Promise<GoogleIdentity> {
    const { state, code, error } = request;
    // Without a code and without an error, passport-oauth2 would start another sign-in.
    if (code === '' && error === '') throw googleRefused(new Error('neither a code nor an error'));
    const outcome = await runStrategy(
      {
        provider: await this.provider.get(),
        client: this.provider.client,
        secret,
        spend: () => this.transactions.spend(secret.hash, this.clock.now()),
        prove: (idToken) => this.idTokens.verify(idToken, secret.nonce),
      },
      { state, code, error },
    );
    if ('redirect' in outcome) throw googleRefused();
    return outcome;
  }
}
