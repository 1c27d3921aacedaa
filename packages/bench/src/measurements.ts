import type { Measurement } from './measurement.js';
import { admitCpu } from './measurements/admit-cpu.js';
import { admitExact } from './measurements/admit-exact.js';
import { admitHot } from './measurements/admit-hot.js';
import { admitLatency } from './measurements/admit-latency.js';
import { footprint } from './measurements/footprint.js';
import { hop } from './measurements/hop.js';
import { ingest } from './measurements/ingest.js';
import { startUp } from './measurements/start-up.js';
import { usageVolume } from './measurements/usage-volume.js';
import { summaryExtractive } from './measurements/summary-extractive.js';

/** All measurements of `make bench`, in order. Those that kill gateways come after those that compare them. */
export const MEASUREMENTS: Measurement[] = [
  { name: 'admit-cpu', what: 'processor time of a summarise call of a stored summary', run: admitCpu },
  { name: 'admit-latency', what: 'how long it takes, open loop, beside bare Fastify', run: admitLatency },
  {
    name: 'footprint',
    what: 'memory of each process, idle, under load, and after refused transcripts',
    run: footprint,
  },
  { name: 'admit-hot', what: 'one account beside many, on all gateways', run: admitHot },
  { name: 'hop', what: 'processor time of a call between two processes, by way of making it', run: hop },
  {
    name: 'admit-exact',
    what: 'charged = quota, with demand beyond it, while Redis, gateways and usage are killed',
    run: admitExact,
  },
  { name: 'start-up', what: 'from exec to ready, per process', run: startUp },
  { name: 'ingest', what: "usage's ReserveAndCharge on its real schema beside COPY of the same rows", run: ingest },
  { name: 'usage-volume', what: "usage's reads beside a month of three million calls", run: usageVolume },
  { name: 'summary-extractive', what: 'the extractive engine beside the bare algorithm', run: summaryExtractive },
];
