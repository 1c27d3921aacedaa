import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@precis/runtime/foundation.module';
import type { Logger } from '@precis/runtime/logger';
import { answerInTime } from '../answer-in-time.js';
import { REFERRALS, type ReferralsRpc } from '../rpc-clients.js';

/** Whether a typed code is somebody's, for the answer to a registration; the event of the registration decides whether it counts (REF-10). */
@Injectable()
export class ReferralCodes {
  constructor(
    @Inject(REFERRALS) private readonly referrals: Pick<ReferralsRpc, 'checkCode'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Null when no code was typed, and while referrals cannot say (REF-7). `''` = one was typed that cannot be a code. Never rejects, and
   * settles within 500 ms.
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
