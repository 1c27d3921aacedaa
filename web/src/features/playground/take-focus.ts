/** Moves the focus to the result, because the pressed button is gone or far away. A user who is already writing the next request keeps the focus. */
export function takeFocus(element: HTMLElement | null): void {
  if (document.activeElement?.matches('input, textarea')) return;
  element?.focus({ preventScroll: true });
}
