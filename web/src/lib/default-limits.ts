/** Videos a month by plan, as in GET /api/info; used when it cannot be asked (WEB-22). */
export const DEFAULT_LIMITS: { plan: string; videos_per_month: number }[] = [
  { plan: 'free', videos_per_month: 3 },
  { plan: 'basic', videos_per_month: 100 },
  { plan: 'medium', videos_per_month: 500 },
  { plan: 'enterprise', videos_per_month: 3000 },
];
