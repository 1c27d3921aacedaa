import { ProxyRoutes } from './proxy-routes.js';

describe('ways out', () => {
  let nowMs = 0;
  const open: ProxyRoutes[] = [];
  function routes(count: number): ProxyRoutes {
    const made = new ProxyRoutes(
      Array.from({ length: count }, (_, at) => `http://127.0.0.1:${9_000 + at}`),
      1_000,
      () => nowMs,
    );
    open.push(made);
    return made;
  }
  afterEach(async () => {
    nowMs = 0;
    await Promise.all(open.splice(0).map((one) => one.close()));
  });

  it('are taken in turn', () => {
    const three = routes(3);
    expect(new Set([three.pick(), three.pick(), three.pick()]).size).toBe(3);
  });

  it('rest for 60 s after a block and are used again then', () => {
    const two = routes(2);
    const blocked = two.pick();
    two.quarantine(blocked);
    nowMs = 59_999;
    expect([two.pick(), two.pick(), two.pick()]).not.toContain(blocked);
    nowMs = 60_000;
    expect([two.pick(), two.pick()]).toContain(blocked);
  });

  it('are never all closed: when every one rests, the longest rested serves', () => {
    const two = routes(2);
    const [first, second] = [two.pick(), two.pick()];
    two.quarantine(first);
    nowMs = 10;
    two.quarantine(second);
    expect([two.pick(), two.pick()]).toEqual([first, first]);
  });

  it('offer no other way without proxies', () => {
    const direct = routes(0);
    const only = direct.pick();
    expect(direct.pickOther([only])).toBeUndefined();
    direct.quarantine(only);
    expect(direct.pick()).toBe(only);
  });
});
