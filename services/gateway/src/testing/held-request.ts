import { connect, type Socket } from 'node:net';

export interface Held {
  path: string;
  headers?: Record<string, string>;
  /** The declared length of the body; when absent, the body is chunked and never ends. */
  declaredBytes?: number;
  /** How many bytes of the body are sent; when absent, even the headers do not end. */
  sentBytes?: number;
  /** A loopback address to connect from. */
  from?: string;
}

/** A POST that never ends. */
export class HeldRequest {
  readonly socket: Socket;
  private text = '';

  constructor(port: number, { path, headers = {}, declaredBytes, sentBytes, from = '127.0.0.1' }: Held) {
    this.socket = connect({ port, host: '127.0.0.1', localAddress: from });
    this.socket.on('error', () => undefined).on('data', (chunk) => (this.text += chunk.toString('latin1')));
    const length =
      declaredBytes === undefined ? { 'transfer-encoding': 'chunked' } : { 'content-length': String(declaredBytes) };
    const all = { host: 'precis.test', 'content-type': 'application/json', ...length, ...headers };
    this.socket.write(
      `POST ${path} HTTP/1.1\r\n${Object.entries(all)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}`,
    );
    if (sentBytes === undefined) return;
    this.socket.write('\r\n');
    const body = Buffer.alloc(sentBytes, ' ');
    if (declaredBytes !== undefined) this.socket.write(body);
    else if (sentBytes > 0)
      this.socket.write(Buffer.concat([Buffer.from(`${sentBytes.toString(16)}\r\n`), body, Buffer.from('\r\n')]));
  }

  /** Whether everything to be sent has left this side, or the other side has answered or ended. */
  get isSettled(): boolean {
    return (this.socket.writableLength === 0 && !this.socket.connecting) || this.status !== undefined || this.isOver;
  }

  get status(): number | undefined {
    const found = /^HTTP\/1\.1 (\d{3}) /.exec(this.text);
    return found ? Number(found[1]) : undefined;
  }

  /** The error code in the body of the answer. */
  get code(): string | undefined {
    return /"code":"(\w+)"/.exec(this.text)?.[1];
  }

  get isOver(): boolean {
    return this.socket.destroyed || this.socket.readableEnded;
  }

  close(): void {
    this.socket.destroy();
  }
}

/** A number of held requests. Each one starts again after a refusal, until all are stopped. */
export class HeldRequests {
  private requests: HeldRequest[];
  private readonly first: HeldRequest[];
  private readonly timer: NodeJS.Timeout;
  /** Statuses of the answered ones. */
  readonly answered: number[] = [];

  constructor(
    count: number,
    private readonly open: (index: number) => HeldRequest,
    anewEveryMs = 1_000,
  ) {
    this.requests = Array.from({ length: count }, (_, index) => open(index));
    this.first = this.requests;
    this.timer = setInterval(() => this.renew(), anewEveryMs);
  }

  /** Whether the first request of each has arrived or was refused. */
  get haveBegun(): boolean {
    return this.first.every(({ isSettled }) => isSettled);
  }

  stop(): void {
    clearInterval(this.timer);
    this.requests.forEach((request) => request.close());
  }

  private renew(): void {
    this.requests = this.requests.map((request, index) => {
      if (request.status !== undefined) this.answered.push(request.status);
      if (request.status === undefined && !request.isOver) return request;
      request.close();
      return this.open(index);
    });
  }
}
