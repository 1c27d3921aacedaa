import { saturate } from '../admission/callers.js';
import { medianOf, ratio, shown } from '../figures.js';
import type { Findings } from '../measurement.js';
import type { Stage } from '../stage.js';
import { inTurn } from './rounds.js';

const CONNECTIONS = 64;
const LEAST = 0.5;

/** Compares one account that all gateways serve with many accounts. */
export async function admitHot(stage: Stage): Promise<Findings> {
  const product = await stage.product();
  const { rounds, roundSeconds, accounts, gateways } = stage.size;
  await Promise.all(product.running.copies.gateway.map((one) => one.runs || one.start()));
  const of = (name: string, most: number) => ({ ...product, name, calls: product.callsAtAll(most) });
  const contenders = [of(`${accounts} accounts`, accounts), of('1 account', 1)];
  const [many, one] = await inTurn(contenders, rounds, ({ calls }) => saturate(calls, CONNECTIONS, roundSeconds));
  await Promise.all(product.running.copies.gateway.slice(1).map((copy) => copy.kill()));
  const share = ratio(one.perSecond, many.perSecond);
  const columns = ['gateway', 'usage', 'postgres', 'redis'];
  return {
    tables: [
      {
        title: `${CONNECTIONS} connections on ${gateways} gateways: us of processor time per call`,
        columns: [...columns, 'all', 'calls/s', 'calls/s / many'],
        rows: [many, one].map(({ name, parts, together, perSecond }) => ({
          name,
          cells: [...columns.map((part) => parts[part]), together, perSecond, ratio(perSecond, many.perSecond)],
        })),
      },
    ],
    bars: [
      {
        what: `one account has ${shown(share)} of the rate of ${accounts} (at least ${LEAST})`,
        isMet: medianOf(share) >= LEAST,
      },
    ],
  };
}
