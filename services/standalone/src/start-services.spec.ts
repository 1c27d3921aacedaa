import { SERVICE_LIST } from '@precis/runtime/service-list';
import { ENTRIES } from './start-services.js';

describe('standalone', () => {
  it('has an entry for every service of services.json but those that serve HTTP, which it starts by themselves, and for no other', () => {
    const listed = SERVICE_LIST.filter(({ ports }) => ports.http === undefined).map(({ name }) => name);
    expect(Object.keys(ENTRIES).sort()).toEqual(listed.sort());
  });
});
