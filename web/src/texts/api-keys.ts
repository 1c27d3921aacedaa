/** Texts of /api-keys. */
export const apiKeys = {
  title: 'API Keys',
  lead: 'Each account has one API key. Use it in all your programs.',
  yourKey: 'Your API key',
  none: 'You have no API key yet.',
  generate: 'Generate API Key',
  show: 'Show',
  hide: 'Hide',
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Failed to copy API key',
  rotate: 'Rotate',
  revoke: 'Revoke',
  cancel: 'Cancel',
  revokeTitle: 'Revoke API key',
  revokeSure: 'Are you sure you want to revoke this API key? This action cannot be undone.',
  rotateTitle: 'Rotate API key',
  rotateText: 'You get a new key immediately. For how many hours should the old key keep working?',
  hours: 'Hours (0 to 24)',
  rotateNow: 'Rotate key',
  rotated: (until: string | null) =>
    until
      ? `New API key generated. The old key works until ${until} UTC.`
      : 'New API key generated. The old key no longer works.',
  generated: 'API key generated successfully!',
  revoked: 'API key revoked successfully!',
  generateFailed: 'Failed to generate API key',
  revokeFailed: 'Failed to revoke API key',
  rotateFailed: 'Failed to rotate API key',
  lastUse: 'Last use',
  neverUsed: 'Not used yet',
  namelessClient: 'an unnamed client',
  lastUsed: (at: string, client: string) => `${at} UTC, ${client}`,
  header: 'Request header',
  tipsTitle: 'Security tips',
  tips: [
    {
      title: 'Keep it on the server',
      text: 'Never put the key into a web page, an app or a public repository. Anyone who has it can use up your videos.',
    },
    {
      title: 'Pass it through the environment',
      text: 'Read it from an environment variable or a secret store. Do not write it into your source code.',
    },
    {
      title: 'Rotate when in doubt',
      text: 'Choose a few hours of grace, so that your programs keep working while you update them. If the key has leaked, choose 0 hours.',
    },
  ],
};
