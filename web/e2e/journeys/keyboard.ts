import type { Locator, Page } from 'playwright-core';

/** More than the tab stops of any page of a journey. */
const MOST_STOPS = 60;

/** A user without a mouse: every step is a key, and at every tab stop the focus must be visible. */
export class Keyboard {
  /** Tab stops at which the focus was not visible. */
  readonly unseen: string[] = [];

  constructor(private readonly page: Page) {}

  /** Presses Tab (Shift+Tab: `back`) until `wanted` has the focus. */
  async walkTo(wanted: Locator, back = false): Promise<void> {
    await wanted.waitFor();
    const stops: string[] = [];
    while (stops.length < MOST_STOPS) {
      await this.page.keyboard.press(back ? 'Shift+Tab' : 'Tab');
      stops.push(await this.look());
      if (await hasFocus(wanted)) return;
    }
    throw new Error(`not reached in ${MOST_STOPS} stops: ${stops.join(' | ')}`);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  /** Moves to it and presses Enter. */
  async open(wanted: Locator, back = false): Promise<void> {
    await this.walkTo(wanted, back);
    await this.press('Enter');
  }

  /** Skips the header; the link is the first tab stop of every page of the app. */
  async skipToContent(): Promise<void> {
    await this.open(this.page.getByRole('link', { name: 'Skip to the content' }));
  }

  /** Moves to the group of radio buttons, and by the arrow keys to this one. */
  async choose(wanted: Locator, anyOfGroup: Locator, back = false): Promise<void> {
    await this.walkTo(anyOfGroup, back);
    const most = await this.page.getByRole('radio').count();
    for (let step = 0; !(await hasFocus(wanted)); step++) {
      if (step > most) throw new Error('the arrow keys do not lead to it');
      await this.press('ArrowDown');
      await this.look();
    }
    if (!(await wanted.isChecked())) throw new Error('the arrow keys did not choose it');
  }

  /** Records the tab stop when nothing shows that it has the focus; returns its name. */
  private async look(): Promise<string> {
    const { name, isSeen } = await this.page.evaluate(() => {
      const at = document.activeElement;
      const named = at?.getAttribute('aria-label') ?? at?.textContent ?? '';
      const name = `${at?.tagName.toLowerCase()} ${at?.id ?? ''} ${named.trim().slice(0, 40)}`;
      // Between the last tab stop and the first one comes the browser's own frame.
      if (!at || at === document.body) return { name, isSeen: true };
      // The visible part of a control may be drawn around it or next to it.
      const drawn = [at, at.nextElementSibling, at.closest('label'), at.closest('.ant-input-affix-wrapper')];
      const isTyped = at.matches('textarea, input:not([type=radio], [type=checkbox])');
      const isMarked = drawn.some((one) => {
        if (!one) return false;
        const { opacity, outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        if (opacity === '0') return false;
        // Text fields show the focus by a caret and a soft ring, so a shadow is enough for them.
        return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || (isTyped && boxShadow !== 'none');
      });
      const { top, bottom, left, right } = at.getBoundingClientRect();
      const isInView = bottom > 0 && right > 0 && top < innerHeight && left < innerWidth && bottom > top;
      return { name, isSeen: isInView && isMarked };
    });
    if (!isSeen) this.unseen.push(name);
    return name;
  }
}

const hasFocus = (wanted: Locator) => wanted.evaluate((element) => element === document.activeElement);
