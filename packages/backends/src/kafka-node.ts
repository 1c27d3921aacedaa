import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { kafkaFolder } from './kafka-jars.js';
import type { KafkaPasswords } from './kafka-login.js';
import { kafkaSettings, type KafkaNodePlace } from './kafka-settings.js';
import { logTail } from './log-tail.js';
import { TiedProcess } from './tied-process.js';

const run = promisify(execFile);
const JAVA = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xms64m'];
const FORMAT_TIMEOUT_MS = 60_000;
const TERM_MS = 15_000;

/** One Kafka process that can be killed and started again on its own log and ports. */
export class KafkaNode {
  private readonly broker: TiedProcess;

  constructor(
    readonly place: KafkaNodePlace,
    private readonly libs: string,
    private readonly passwords?: KafkaPasswords,
  ) {
    this.broker = new TiedProcess(this.logFile, TERM_MS);
  }

  get isRunning(): boolean {
    return this.broker.isRunning;
  }

  private get settingsFile(): string {
    return `${this.place.folder}.properties`;
  }

  private get logFile(): string {
    return `${this.place.folder}.log`;
  }

  async format(clusterId: string, cluster: KafkaNodePlace[]): Promise<void> {
    await mkdir(this.place.folder, { recursive: true });
    await writeFile(this.settingsFile, kafkaSettings(this.place, cluster, this.passwords), { mode: 0o600 });
    const tool = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', this.settingsFile];
    await run('java', [...JAVA, ...this.classes(), ...tool], { timeout: FORMAT_TIMEOUT_MS });
  }

  start(heapMegabytes: number): Promise<void> {
    return this.broker.start([
      'java',
      ...JAVA,
      `-Xmx${heapMegabytes}m`,
      ...this.classes(),
      'kafka.Kafka',
      this.settingsFile,
    ]);
  }

  /** Sends a signal; for one that ends a process, waits for the end. */
  signal(signal: NodeJS.Signals): Promise<void> {
    return this.broker.signal(signal);
  }

  logTail(): Promise<string> {
    return logTail(this.logFile);
  }

  private classes(): string[] {
    return [`-Dlog4j2.configurationFile=${join(kafkaFolder, 'log4j2.properties')}`, '-cp', join(this.libs, '*')];
  }
}
