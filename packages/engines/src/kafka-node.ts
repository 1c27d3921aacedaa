import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdir, open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { kafkaFolder } from './kafka-jars.js';
import { kafkaSettings, type KafkaNodePlace } from './kafka-settings.js';
import { endBySignals, sendSignal, type Rung } from './signal-ladder.js';

const run = promisify(execFile);
const JAVA = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xms64m'];
const FORMAT_TIMEOUT_MS = 60_000;
const RUNGS: Rung[] = [{ signal: 'SIGKILL', timeoutMs: 10_000 }];

/** One Kafka process that can be killed and started again on its own log and ports. */
export class KafkaNode {
  private child?: ChildProcess;

  constructor(
    readonly place: KafkaNodePlace,
    private readonly libs: string,
  ) {}

  get isRunning(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  private get settingsFile(): string {
    return `${this.place.folder}.properties`;
  }

  private get logFile(): string {
    return `${this.place.folder}.log`;
  }

  async format(clusterId: string, cluster: KafkaNodePlace[]): Promise<void> {
    await mkdir(this.place.folder, { recursive: true });
    await writeFile(this.settingsFile, kafkaSettings(this.place, cluster));
    const tool = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', this.settingsFile];
    await run('java', [...JAVA, ...this.classes(), ...tool], { timeout: FORMAT_TIMEOUT_MS });
  }

  async start(heapMegabytes: number): Promise<void> {
    await using log = await open(this.logFile, 'a');
    const words = ['java', ...JAVA, `-Xmx${heapMegabytes}m`, ...this.classes(), 'kafka.Kafka', this.settingsFile];
    // Where Linux offers it, the broker dies with a test run that was killed; else it would stay for ever.
    const tied = await run('setpriv', ['--pdeathsig', 'KILL', 'true']).then(
      () => ['setpriv', '--pdeathsig', 'KILL', ...words],
      () => words,
    );
    this.child = spawn(tied[0], tied.slice(1), { stdio: ['ignore', log.fd, log.fd] });
    this.child.once('error', () => undefined);
    this.child.unref();
  }

  /** Sends a signal and, when it is one that ends a process, waits for the end. */
  async signal(signal: NodeJS.Signals): Promise<void> {
    const pid = this.child?.pid;
    if (pid === undefined || !this.isRunning) return;
    const gone = () => Promise.resolve(!this.isRunning);
    if (signal === 'SIGTERM') await endBySignals([pid], [{ signal, timeoutMs: 15_000 }, ...RUNGS], gone);
    else if (signal === 'SIGKILL') await endBySignals([pid], RUNGS, gone);
    else sendSignal(pid, signal);
  }

  async logTail(): Promise<string> {
    const text = await readFile(this.logFile, 'utf8').catch(() => '');
    return text.trim().split('\n').slice(-8).join(' | ');
  }

  private classes(): string[] {
    return [`-Dlog4j2.configurationFile=${join(kafkaFolder, 'log4j2.properties')}`, '-cp', join(this.libs, '*')];
  }
}
