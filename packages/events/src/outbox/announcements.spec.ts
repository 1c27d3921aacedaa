import type { DataSource } from 'typeorm';
import { nextAnnouncement, noteAnnouncement, sinceAnnouncementMs } from './announcements.js';

describe('announcements of this process (OPS-6)', () => {
  it('wake the relay of their database, and no other', () => {
    const [own, other] = [{}, {}] as DataSource[];
    const [ofOwn, ofOther] = [nextAnnouncement(own), nextAnnouncement(other)];
    expect(sinceAnnouncementMs(own)).toBe(Infinity);
    noteAnnouncement(own);
    expect([ofOwn.aborted, ofOther.aborted]).toEqual([true, false]);
    expect(Number.isFinite(sinceAnnouncementMs(own))).toBe(true);
    expect(sinceAnnouncementMs(other)).toBe(Infinity);
  });

  it('wake it each time', () => {
    const database = {} as DataSource;
    noteAnnouncement(database);
    const next = nextAnnouncement(database);
    expect(next.aborted).toBe(false);
    noteAnnouncement(database);
    expect(next.aborted).toBe(true);
  });
});
