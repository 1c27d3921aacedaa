import { kafkaLoginSettings } from './kafka-login.js';

describe('the login settings of Kafka', () => {
  const settings = kafkaLoginSettings({ admin: 'top', auth: 'secret' }, ['CLIENTS']);

  it('let clients in by any of the logins, and to the controller brokers alone', () => {
    expect(settings['listener.name.clients.plain.sasl.jaas.config']).toMatch(
      /PlainLoginModule required username="admin" password="top" user_admin="top" user_auth="secret";$/,
    );
    expect(settings['listener.name.controller.plain.sasl.jaas.config']).toMatch(
      / username="admin" password="top" user_admin="top";$/,
    );
  });

  it('give nobody but the admin what no right says', () => {
    expect(settings).toMatchObject({ 'super.users': 'User:admin', 'allow.everyone.if.no.acl.found': 'false' });
  });

  it.each(['with"quote', 'with space', ''])('take no password that would end its own quotes: %j', (password) => {
    expect(() => kafkaLoginSettings({ admin: password }, [])).toThrow('letters and digits are needed for admin');
  });
});
