/**
 * Gives the focus to what was asked for: the button that was pressed is gone or far away. Whoever writes the next wish meanwhile keeps it.
 */
export function takeFocus(element: HTMLElement | null): void {
  if (document.activeElement?.matches('input, textarea')) return;
  element?.focus({ preventScroll: true });
}
