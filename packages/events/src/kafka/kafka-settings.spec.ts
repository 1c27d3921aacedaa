import { createLogger } from '@precis/runtime/logger';
import { z } from 'zod';
import { runEventsCommand } from '../operator/events-command.js';
import { eventProcessSettings } from './event-process-settings.js';
import { readKafkaAccess } from './kafka-settings.js';

const logger = createLogger('kafka-settings', 'silent');
const read = (record: Record<string, string>) =>
  readKafkaAccess('tests', { KAFKA_BROKERS: 'a:1, b:2', ...record }, logger);
const LOGIN = {
  KAFKA_SASL_MECHANISM: 'scram-sha-512',
  KAFKA_SASL_USERNAME: 'precis',
  KAFKA_SASL_PASSWORD: 'hush-hush',
};

describe('the Kafka access of a process', () => {
  it('is without TLS and login by default, also with empty settings', () => {
    const plain = { brokers: ['a:1', 'b:2'], prefix: '', ssl: false, sasl: undefined, clientId: 'tests', logger };
    expect(read({})).toEqual(plain);
    expect(read({ KAFKA_SASL_MECHANISM: '', KAFKA_SASL_USERNAME: '', KAFKA_SASL_PASSWORD: '' })).toEqual(plain);
  });

  it.each(['plain', 'scram-sha-256', 'scram-sha-512'])('uses TLS and a login by %s', (mechanism) => {
    const access = read({ ...LOGIN, KAFKA_SASL_MECHANISM: mechanism, KAFKA_SSL: 'on', KAFKA_PREFIX: 'one.' });
    expect(access).toMatchObject({
      prefix: 'one.',
      ssl: true,
      sasl: { mechanism, username: 'precis', password: 'hush-hush' },
    });
  });

  it.each(Object.keys(LOGIN))(
    'is refused without %s where the rest of a login is given, and quotes no value',
    (missing) => {
      const message = (() => {
        try {
          return void read({ ...LOGIN, [missing]: '' });
        } catch (error) {
          return (error as Error).message;
        }
      })();
      expect(message).toContain(
        'KAFKA_SASL_MECHANISM, KAFKA_SASL_USERNAME and KAFKA_SASL_PASSWORD must be set together',
      );
      expect(message).not.toContain('hush-hush');
    },
  );

  it.each([{ KAFKA_SSL: 'true' }, { KAFKA_SASL_MECHANISM: 'gssapi' }, { KAFKA_BROKERS: ' ' }])(
    'is refused as %j',
    (record) => {
      expect(() => read(record as unknown as Record<string, string>)).toThrow(Object.keys(record)[0]);
    },
  );

  it('is the same for services and for the operator, who sees errors before anything is opened', async () => {
    expect(Object.keys(z.object(eventProcessSettings).shape)).toEqual(
      expect.arrayContaining(['KAFKA_SSL', ...Object.keys(LOGIN)]),
    );
    const half = await runEventsCommand(['lag'], { KAFKA_BROKERS: '127.0.0.1:1', KAFKA_SASL_PASSWORD: 'hush-hush' });
    expect(half).toEqual({ exitCode: 1, lines: [expect.stringContaining('must be set together')] });
    expect(JSON.stringify(half)).not.toContain('hush-hush');
  });
});
