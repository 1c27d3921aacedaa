import { theme, type ThemeConfig } from 'antd';
import type { Appearance } from './appearance';

/** The tokens of tokens.css for Ant Design, which computes tints and shades and so needs values instead of variables. */
const COLOURS: Record<Appearance, Record<string, string>> = {
  light: {
    colorPrimary: '#2b3fd4',
    colorInfo: '#2b3fd4',
    colorLink: '#2b3fd4',
    colorSuccess: '#2e7d4f',
    colorWarning: '#b7791f',
    colorError: '#c2382b',
    colorBgBase: '#ffffff',
    colorBgLayout: '#fbfaf7',
    colorTextBase: '#15171c',
    colorTextSecondary: '#5c616b',
    colorTextTertiary: '#5c616b',
    colorTextDescription: '#5c616b',
    colorTextPlaceholder: '#6b7079',
    colorBorder: '#8b8f98',
    colorBorderSecondary: '#e4e1da',
    colorSplit: '#e4e1da',
  },
  dark: {
    colorPrimary: '#8c9bff',
    colorInfo: '#8c9bff',
    colorLink: '#8c9bff',
    colorSuccess: '#6cc493',
    colorWarning: '#d1983e',
    colorError: '#f08a80',
    colorBgBase: '#111317',
    colorBgContainer: '#181b20',
    colorBgElevated: '#1f2329',
    colorBgLayout: '#111317',
    colorTextBase: '#eceae4',
    colorTextSecondary: '#9aa0aa',
    colorTextTertiary: '#9aa0aa',
    colorTextDescription: '#9aa0aa',
    colorTextPlaceholder: '#9aa0aa',
    colorBorder: '#6d737d',
    colorBorderSecondary: '#2a2e35',
    colorSplit: '#2a2e35',
    // White letters are unreadable on the light blue of a dark page.
    colorTextLightSolid: '#111317',
  },
};

/** Ant Design's theme for an appearance. */
export function antTheme(appearance: Appearance): ThemeConfig {
  return {
    algorithm: appearance === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    token: {
      ...COLOURS[appearance],
      fontFamily: 'var(--interface)',
      fontFamilyCode: 'var(--code)',
      fontSize: 16,
      fontSizeSM: 14,
      borderRadius: 8,
      borderRadiusLG: 10,
      controlHeight: 40,
      controlHeightLG: 48,
      boxShadow: 'var(--float)',
      boxShadowSecondary: 'var(--float)',
      motionDurationFast: '0.12s',
      motionDurationMid: '0.16s',
      motionDurationSlow: '0.2s',
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none', fontWeight: 550 },
      Card: { bodyPadding: 24 },
      Table: { headerBg: 'transparent', headerSplitColor: 'transparent', cellPaddingInline: 12 },
    },
  };
}
