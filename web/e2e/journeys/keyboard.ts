import type { Locator, Page } from 'playwright-core';

/** More than the stops of any page of a journey. */
const MOST_STOPS = 60;

/** Somebody without a mouse: every step is a key, and at every stop the focus must be seen. */
export class Keyboard {
  /** Stops at which the focus could not be seen. */
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

  /** Walks to it and presses Enter. */
  async open(wanted: Locator, back = false): Promise<void> {
    await this.walkTo(wanted, back);
    await this.press('Enter');
  }

  /** Past the header: the first stop of every page of the app. */
  async skipToContent(): Promise<void> {
    await this.open(this.page.getByRole('link', { name: 'Skip to the content' }));
  }

  /** Walks to the group of radio buttons, and by the arrow keys to this one. */
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

  /** Notes the stop when nothing shows that it has the focus; answers its name. */
  private async look(): Promise<string> {
    const { name, isSeen } = await this.page.evaluate(() => {
      const at = document.activeElement;
      const named = at?.getAttribute('aria-label') ?? at?.textContent ?? '';
      const name = `${at?.tagName.toLowerCase()} ${at?.id ?? ''} ${named.trim().slice(0, 40)}`;
      // Between the last stop and the first one is the browser's own frame.
      if (!at || at === document.body) return { name, isSeen: true };
      // The visible part of a control may be drawn around it or next to it.
      const drawn = [at, at.nextElementSibling, at.closest('label'), at.closest('.ant-input-affix-wrapper')];
      const isTyped = at.matches('textarea, input:not([type=radio], [type=checkbox])');
      const isMarked = drawn.some((one) => {
        if (!one) return false;
        const { opacity, outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
        if (opacity === '0') return false;
        // Fields to type into have a caret and a soft ring.
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
