import { Closers } from './closers.js';

describe('the resources of an app', () => {
  it('are closed in the opposite order, the rest also when one fails, and only once', async () => {
    const closers = new Closers('billing');
    const closed: string[] = [];
    closers.push(async () => closed.push('database'));
    closers.push(async () => Promise.reject(new Error('relay is stuck')));
    closers.push(async () => closed.push('server'));
    await expect(closers.close()).rejects.toMatchObject({
      message: 'billing did not close cleanly',
      errors: [new Error('relay is stuck')],
    });
    expect(closed).toEqual(['server', 'database']);
    await closers.close();
    expect(closed).toHaveLength(2);
  });
});
