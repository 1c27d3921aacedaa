import { accessRights, usersOf } from './access-rights.js';
import { TOPICS } from '../catalogue/topics.js';

describe('rights on Kafka', () => {
  const topics = [
    { name: 'a.v1', partitions: 1, writer: 'a', readers: ['b', 'c'] },
    { name: 'b.v1', partitions: 1, writer: 'b', readers: ['c'] },
  ];

  it('are those that the topics declare, with the prefix of the deployment', () => {
    expect(
      accessRights(topics, 'x.')
        .map(({ user, may, kind, name }) => `${user} ${may} ${kind} ${name}`)
        .sort(),
    ).toEqual([
      'a write topic x.a.v1',
      'b read group x.b',
      'b read topic x.a.v1',
      'b write topic x.b.v1',
      'c read group x.c',
      'c read topic x.a.v1',
      'c read topic x.b.v1',
    ]);
    expect(usersOf(topics)).toEqual(['a', 'b', 'c']);
  });

  it('give no topic to a writer whose name it does not begin with', () => {
    expect(TOPICS.filter(({ name, writer }) => !name.startsWith(`${writer}.`))).toEqual([]);
  });
});
