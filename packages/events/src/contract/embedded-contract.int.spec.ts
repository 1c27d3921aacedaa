import { busContract } from './bus-contract.js';
import { embeddedHarness } from './embedded-harness.js';

busContract('embedded', embeddedHarness);
