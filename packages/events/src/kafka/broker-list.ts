/** Kafka addresses as settings write them, `host:port,host:port`; blanks around them and empty places do not count. */
export function brokerList(text = ''): string[] {
  return text
    .split(',')
    .map((broker) => broker.trim())
    .filter(Boolean);
}
