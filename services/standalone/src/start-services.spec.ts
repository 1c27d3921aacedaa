import { SERVICE_LIST } from '@precis/runtime/service-list';
import { ENTRIES } from './start-services.js';

describe('standalone', () => {
  it('has an entry for every service of services.json but the gateway, which it starts by itself, and for no other', () => {
    const listed = SERVICE_LIST.map(({ name }) => name).filter((name) => name !== 'gateway');
    expect(Object.keys(ENTRIES).sort()).toEqual(listed.sort());
  });
});
