import { ServeRequest } from '@precis/proto/batch/v1/batch';
import { encoderOf } from './encoder.js';

const messageOf = (number: number, bytes: number): ServeRequest => ({
  number,
  items: [{ id: number, request: new Uint8Array(bytes).fill(number) }],
  traceparent: `trace ${number}`,
});
const fresh = (message: ServeRequest) => ServeRequest.encode(message).finish();

describe('an encoder', () => {
  it('encodes each message as a new writer does, whatever it encoded before, and changes no earlier bytes', () => {
    const encode = encoderOf(ServeRequest);
    const messages = [messageOf(1, 5_000), messageOf(2, 0), messageOf(3, 300)];
    const encoded = messages.map(encode);
    expect(encoded).toEqual(messages.map(fresh));
  });

  it('leaves nothing of a message that could not be encoded in the next one', () => {
    const encode = encoderOf(ServeRequest);
    encode(messageOf(1, 10));
    const broken = { ...messageOf(2, 10), items: [{ id: -1, request: new Uint8Array(3) }] };
    expect(() => encode(broken)).toThrow();
    expect(encode(messageOf(3, 10))).toEqual(fresh(messageOf(3, 10)));
  });
});
