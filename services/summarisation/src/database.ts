import { serviceDatabase } from '@precis/events/schema/service-database';
import { Results1700000000020 } from './migrations/1700000000020-results.js';
import { Transcripts1700000000021 } from './migrations/1700000000021-transcripts.js';
import { ResultDuration1700000000022 } from './migrations/1700000000022-result-duration.js';
import { ToldFailures1700000000023 } from './migrations/1700000000023-told-failures.js';
import { ResultExtras1700000000024 } from './migrations/1700000000024-result-extras.js';
import { ResultEvidence1700000000026 } from './migrations/1700000000026-result-evidence.js';
import { ModelSpend1700000000027 } from './migrations/1700000000027-model-spend.js';
import { Jobs1700000000029 } from './migrations/1700000000029-jobs.js';
import { ResultOwners1700000000031 } from './migrations/1700000000031-result-owners.js';
import { TranscriptReads1700000000033 } from './migrations/1700000000033-transcript-reads.js';

export const openDatabase = serviceDatabase({
  migrations: [
    Results1700000000020,
    Transcripts1700000000021,
    ResultDuration1700000000022,
    ToldFailures1700000000023,
    ResultExtras1700000000024,
    ResultEvidence1700000000026,
    ModelSpend1700000000027,
    Jobs1700000000029,
    ResultOwners1700000000031,
    TranscriptReads1700000000033,
  ],
});
