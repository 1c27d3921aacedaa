import { Agent, request } from 'node:http';

/** One call, as every caller sends it. */
export interface BenchCall {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What a round of calls came to. */
export interface Round {
  calls: number;
  seconds: number;
  /** Milliseconds of each call, sorted. */
  latenciesMs: number[];
}

function send(agent: Agent, { url, headers, body }: BenchCall): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, method: 'POST', headers }, (answer) => {
      answer.resume();
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${answer.statusCode}`)),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

/** So many connections, each of which asks again as soon as it has its answer. */
export async function saturate(calls: BenchCall[], connections: number, seconds: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latenciesMs: number[] = [];
  const beganMs = performance.now();
  const connection = async (index: number) => {
    for (let next = index; performance.now() - beganMs < seconds * 1_000; next += connections) {
      const askedMs = performance.now();
      await send(agent, calls[next % calls.length]);
      latenciesMs.push(performance.now() - askedMs);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => connection(index)));
  agent.destroy();
  return roundOf(latenciesMs, beganMs);
}

/** So many calls a second, whether those before have their answer or not. */
export async function keepRate(calls: BenchCall[], perSecond: number, seconds: number): Promise<Round> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const latenciesMs: number[] = [];
  const beganMs = performance.now();
  const sent: Promise<void>[] = [];
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const due = Math.min(perSecond * seconds, ((performance.now() - beganMs) / 1_000) * perSecond);
      while (sent.length < due) {
        const intendedMs = beganMs + (sent.length / perSecond) * 1_000;
        const call = calls[sent.length % calls.length];
        sent.push(send(agent, call).then(() => void latenciesMs.push(performance.now() - intendedMs)));
      }
      if (sent.length >= perSecond * seconds) resolve(clearInterval(timer));
    }, 2);
  });
  await Promise.all(sent);
  agent.destroy();
  return roundOf(latenciesMs, beganMs);
}

function roundOf(latenciesMs: number[], beganMs: number): Round {
  const seconds = (performance.now() - beganMs) / 1_000;
  return { calls: latenciesMs.length, seconds, latenciesMs: latenciesMs.sort((one, other) => one - other) };
}
