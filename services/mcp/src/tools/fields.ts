import { z } from 'zod';

/** Fields that several tools take. Their bounds are those of the API, which reports all other faults itself. */
export const url = () => z.string().min(1).max(2_048).describe('Address of a YouTube video');

export const cursor = () =>
  z.string().max(512).optional().describe('next_cursor of the previous page; absent: the first page');
