import { kafkaLoginSettings } from './kafka-login.js';

describe('the login settings of Kafka', () => {
  const settings = kafkaLoginSettings({ admin: 'top', auth: 'secret' }, ['CLIENTS']);

  it('admit clients with any of the logins, and only brokers to the controller', () => {
    expect(settings['listener.name.clients.plain.sasl.jaas.config']).toMatch(
      /PlainLoginModule required username="admin" password="top" user_admin="top" user_auth="secret";$/,
    );
    expect(settings['listener.name.controller.plain.sasl.jaas.config']).toMatch(
      / username="admin" password="top" user_admin="top";$/,
    );
  });

  it('give only the admin access that no right grants', () => {
    expect(settings).toMatchObject({ 'super.users': 'User:admin', 'allow.everyone.if.no.acl.found': 'false' });
  });

  it.each(['with"quote', 'with space', ''])('refuse a password that would end its own quotes: %j', (password) => {
    expect(() => kafkaLoginSettings({ admin: password }, [])).toThrow('letters and digits are needed for admin');
  });
});
