import { isEnough, temporaryFolder } from './temporary-folder.js';

const GIB = 2 ** 30;
const tmpfs = (options = 'rw,nosuid,nodev') => `/dev/vda / ext4 rw 0 0\ntmpfs /dev/shm tmpfs ${options} 0 0\n`;
const memory = { mounts: tmpfs(), freeBytes: 16 * GIB, availableBytes: 20 * GIB };

describe('the folder for temporary files of a run', () => {
  it.each([
    ['there is room', true, {}],
    ['the place is small, as in most containers', false, { freeBytes: GIB / 16 }],
    ['other programs use the memory', false, { availableBytes: 12 * GIB }],
    ['programs cannot be started there', false, { mounts: tmpfs('rw,nosuid,nodev,noexec') }],
    ['a folder on disc has that name', false, { mounts: '/dev/vda / ext4 rw 0 0\n' }],
    ['a mount on disc hides it', false, { mounts: `${tmpfs()}/dev/vdb /dev/shm ext4 rw 0 0\n` }],
  ])('is in memory when %s: %s', (_, expected, differences) => {
    expect(isEnough({ ...memory, ...differences })).toBe(expected);
  });

  it('is the one that TMPDIR names', async () => {
    expect(await temporaryFolder({ TMPDIR: '/var/tmp' })).toBeUndefined();
  });
});
