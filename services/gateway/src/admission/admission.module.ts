import { Module } from '@nestjs/common';
import { ThrottleModule } from '../throttle/throttle.module.js';
import { AccountPlans } from './account-plans.js';
import { Admission } from './admission.js';
import { Credentials } from './credentials.js';
import { HolderLease } from './holder-lease.js';
import { PendingReleases } from './pending-releases.js';
import { QuotaHeaders } from './quota-headers.js';
import { RefundCharge } from './refund-charge.usecase.js';
import { RevocationPoll } from './revocation-poll.js';
import { RunMeteredCall } from './run-metered-call.usecase.js';
import { SessionTokenVerifier } from './session-token.verifier.js';
import { StoredSummaries } from './stored-summaries.js';

/** Admission of callers, and the metering of their calls. */
@Module({
  imports: [ThrottleModule],
  providers: [
    Admission,
    Credentials,
    RevocationPoll,
    SessionTokenVerifier,
    AccountPlans,
    RunMeteredCall,
    StoredSummaries,
    RefundCharge,
    HolderLease,
    PendingReleases,
    QuotaHeaders,
  ],
  exports: [RunMeteredCall, RefundCharge, PendingReleases],
})
export class AdmissionModule {}
