import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { answerInTime } from '../answer-in-time.js';
import { REFERRALS, type ReferralsRpc } from '../rpc-clients.js';

/** Looks up whether a typed code exists, for the answer to a registration. The registration event decides later whether the code counts (REF-10). */
@Injectable()
export class ReferralCodes {
  constructor(
    @Inject(REFERRALS) private readonly referrals: Pick<ReferralsRpc, 'checkCode'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns null when no code was typed, and while referrals does not answer (REF-7). `''` means a typed text that cannot be a code. Never rejects,
   * and settles within 500 ms.
   */
  async isKnown(code: string | undefined): Promise<boolean | null> {
    if (code === undefined) return null;
    if (code === '') return false;
    const answer = await answerInTime(this.logger, 'a referral code', (options) =>
      this.referrals.checkCode({ code }, options),
    );
    return answer && answer.known;
  }
}
