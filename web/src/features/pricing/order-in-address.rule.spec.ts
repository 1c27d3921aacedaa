import { orderInAddress } from './order-in-address.rule';

describe('the order in the address', () => {
  it('is that of the Extend button (WEB-23)', () => {
    expect(orderInAddress('?plan=medium&duration=6months&extend=1')).toEqual({
      plan: 'medium',
      duration: '6months',
      extend: true,
    });
  });

  it('is that of the link in a reminder mail (MAIL-6)', () => {
    expect(orderInAddress('?extend=medium')).toEqual({ plan: 'medium', duration: null, extend: true });
  });

  it('is none for a plain address or a period that does not exist (WEB-18)', () => {
    expect(orderInAddress('')).toEqual({ plan: null, duration: null, extend: false });
    expect(orderInAddress('?plan=basic&duration=2years').duration).toBeNull();
  });
});
