import { homedir } from 'node:os';
import { cacheFolder } from './cache-folder.js';

describe('the cache folder', () => {
  it('is PRECIS_CACHE_DIR, else in the cache of the desktop, else in the cache of the home folder', () => {
    expect(cacheFolder({ PRECIS_CACHE_DIR: '/a', XDG_CACHE_HOME: '/b' })).toBe('/a');
    expect(cacheFolder({ PRECIS_CACHE_DIR: '', XDG_CACHE_HOME: '/b' })).toBe('/b/precis');
    expect(cacheFolder({})).toBe(`${homedir()}/.cache/precis`);
  });
});
