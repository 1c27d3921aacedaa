/** Remembers what listens to the window and to the elements that every page has, which outlive a test file. */
export function followListeners(targets) {
  const all = [];
  for (const target of targets) {
    const { addEventListener, removeEventListener } = target;
    Object.defineProperty(target, 'addEventListener', {
      configurable: true,
      writable: true,
      value: function (type, listener, options) {
        const on = this ?? target;
        all.push({ target: on, type, listener, options });
        return addEventListener.call(on, type, listener, options);
      },
    });
    Object.defineProperty(target, 'removeEventListener', {
      configurable: true,
      writable: true,
      value: function (type, listener, options) {
        const on = this ?? target;
        const at = all.findIndex((one) => one.target === on && one.type === type && one.listener === listener);
        if (at >= 0) all.splice(at, 1);
        return removeEventListener.call(on, type, listener, options);
      },
    });
  }
  return all;
}

/** Removes them, as a page that is closed does. */
export function removeListeners(all) {
  for (const { target, type, listener, options } of all.splice(0)) target.removeEventListener(type, listener, options);
}

/** Whether the code under test listens for errors of the page itself. */
export function hearsErrors(all, window) {
  return all.some(({ target, type }) => target === window && type === 'error');
}
