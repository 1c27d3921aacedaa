import { brokerList } from './kafka-settings.js';
import { eventProcessSettings } from './event-process-settings.js';

describe('the list of Kafka brokers', () => {
  it('may contain blanks and empty entries', () => {
    expect(brokerList('a:9092, b:9092 ,')).toEqual(['a:9092', 'b:9092']);
    expect(brokerList(undefined)).toEqual([]);
  });

  it.each(['', ' , '])('is refused at start when it names none: %p', (text) => {
    expect(eventProcessSettings.KAFKA_BROKERS.safeParse(text).success).toBe(false);
    expect(eventProcessSettings.KAFKA_BROKERS.parse('a:9092')).toEqual(['a:9092']);
  });
});
