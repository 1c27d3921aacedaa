/** The product's name and colours in mails, defined only here (OPS-9). Every pair of text and background has a contrast of at least 4.5:1. */
export const BRAND = {
  name: 'Precis',
  promise: 'Every sentence of a summary points at its moment in the video.',
  light: {
    ground: '#FBFAF7',
    surface: '#FFFFFF',
    ink: '#15171C',
    muted: '#5C616B',
    line: '#E4E1DA',
    action: '#2B3FD4',
    onAction: '#FFFFFF',
  },
  dark: {
    ground: '#111317',
    surface: '#181B20',
    ink: '#ECEAE4',
    muted: '#9AA0AA',
    line: '#2A2E35',
    action: '#8C9BFF',
    onAction: '#111317',
  },
  /** Colour of the ticks of the mark, never of text. */
  marker: '#F4D35E',
};
