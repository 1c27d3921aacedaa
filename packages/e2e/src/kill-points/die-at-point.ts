import { subscribe } from 'node:diagnostics_channel';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { isMainThread } from 'node:worker_threads';
import type { Hit, Moment, Side } from './points.js';

/*
 * Loaded into a service only by the test, before the service itself (`node --import`). It observes the database statements and HTTP calls of the
 * process, and kills the process with -9 at the point that the file of KILL_POINT_FILE describes, once. The service knows nothing of it.
 */

const file = process.env.KILL_POINT_FILE;
if (file && isMainThread) {
  watchDatabase((at, side, text) => dieIfArmed(file, at, side, text));
  watchHttp((at, text) => dieIfArmed(file, at, 'before', text));
}

/** `side` matters only at a commit: every other moment is passed once. */
type Passed = (at: Moment['at'], side: Side, text: string) => void;

function dieIfArmed(armedFile: string, at: Moment['at'], side: Side, text: string): void {
  if (!existsSync(armedFile)) return;
  const armed = JSON.parse(readFileSync(armedFile, 'utf8')) as Moment & { name: string; side: Side };
  if (armed.at !== at || (at === 'commit' && armed.side !== side)) return;
  if (!armed.of.every((part) => text.includes(part))) return;
  const { name } = armed;
  const hit: Hit = { name, pid: process.pid, seen: text.slice(0, 2_000) };
  // First, so that the restarted process does not die there again.
  renameSync(armedFile, `${armedFile}.hitting`);
  writeFileSync(`${armedFile}.hitting`, JSON.stringify(hit));
  renameSync(`${armedFile}.hitting`, `${armedFile}.hit`);
  process.kill(process.pid, 'SIGKILL');
}

/** The used part of the `pg` package. */
interface Client {
  query(...words: unknown[]): unknown;
}
interface Result {
  rows?: { type?: unknown; position?: unknown }[];
}

/** One connection: the statements of its open transaction, and which types of events its outbox rows have. */
interface Connection {
  transaction?: string[];
  types: Map<unknown, unknown>;
}

function watchDatabase(passed: Passed): void {
  // The same copy of the driver that the service loads.
  const pg = createRequire(process.argv[1])('pg') as { Client: { prototype: Client } };
  const connections = new WeakMap<Client, Connection>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: Client, ...words: unknown[]) {
    const [first, second] = words;
    const { text, values } = typeof first === 'string' ? { text: first, values: second } : (first as Statement);
    if (typeof text !== 'string') return query.apply(this, words);
    if (!connections.has(this)) connections.set(this, { types: new Map() });
    const statement = new Watched(connections.get(this)!, text, Array.isArray(values) ? values : [], passed);
    statement.asked();
    const last = words.at(-1);
    if (typeof last === 'function') {
      const heard = (error: unknown, result?: Result) => {
        if (!error) statement.answered(result);
        last(error, result);
      };
      return query.apply(this, [...words.slice(0, -1), heard]);
    }
    const answer = query.apply(this, words);
    return answer instanceof Promise ? answer.then((result: Result) => (statement.answered(result), result)) : answer;
  };
}

interface Statement {
  text?: unknown;
  values?: unknown;
}

class Watched {
  private readonly line: string;

  constructor(
    private readonly connection: Connection,
    private readonly text: string,
    values: unknown[],
    private readonly passed: Passed,
  ) {
    this.line = `${text.replace(/\s+/g, ' ')} ${JSON.stringify(values, withoutBytes)}${this.marked(values)}`;
  }

  /** Called before the statement is sent. */
  asked(): void {
    const { connection, text } = this;
    if (/^(START TRANSACTION|BEGIN)/.test(text)) connection.transaction = [];
    else if (text === 'ROLLBACK') connection.transaction = undefined;
    else if (text === 'COMMIT') this.passed('commit', 'before', this.whole());
    else if (connection.transaction) connection.transaction.push(this.line);
    else this.passed('commit', 'before', this.line);
  }

  /** Called before the caller gets the result. */
  answered(result?: Result): void {
    const { connection, text } = this;
    const rows = result?.rows ?? [];
    if (/FROM outbox /.test(this.line)) for (const { position, type } of rows) connection.types.set(position, type);
    if (text === 'COMMIT') {
      const whole = this.whole();
      connection.transaction = undefined;
      this.passed('commit', 'after', whole);
    } else if (connection.transaction) this.passed('statement', 'before', this.line);
    else this.passed('commit', 'after', `${this.line} -> ${rows.map(({ type }) => String(type)).join(' ')}`);
  }

  private whole(): string {
    return (this.connection.transaction ?? []).join('\n');
  }

  /** The UPDATE that marks outbox rows as published contains only positions, so their types are looked up. */
  private marked([positions]: unknown[]): string {
    if (!this.text.startsWith('UPDATE outbox') || !Array.isArray(positions)) return '';
    return ` of ${positions.map((position) => String(this.connection.types.get(position))).join(' ')}`;
  }
}

function withoutBytes(_key: string, value: unknown): unknown {
  const isBytes = (value as { type?: unknown } | null)?.type === 'Buffer';
  return isBytes ? 'bytes' : typeof value === 'bigint' ? String(value) : value;
}

interface Exchange {
  request: { method?: string; path?: string };
}

/** Calls to others are passed when their answer has arrived; calls of others before the answer is sent. */
function watchHttp(passed: (at: 'answer' | 'reply', text: string) => void): void {
  const answered = (message: unknown) => {
    const { method, path } = (message as Exchange).request;
    passed('answer', `${method} ${path}`);
  };
  subscribe('http.client.response.finish', answered);
  subscribe('undici:request:headers', answered);
  const { writeHead } = ServerResponse.prototype;
  ServerResponse.prototype.writeHead = function (this: ServerResponse, ...words: unknown[]) {
    passed('reply', `${words[0] as number} ${this.req.method} ${this.req.url}`);
    return writeHead.apply(this, words as never);
  } as typeof writeHead;
}
