/** One billing period that a plan is sold for. `priceCents` is US cents per month. */
export interface PlanDuration {
  key: string;
  months: number;
  priceCents: number;
}

/** One plan as sold. `videosPerMonth` is its quota; `priceCents` is US cents per month, paid monthly. */
export interface CataloguePlan {
  key: string;
  name: string;
  features: string[];
  priceCents: number;
  videosPerMonth: number;
  durations: PlanDuration[];
}

export interface PlanCatalogue {
  /** Raise it with every change of the plans: rows of an older version stay as they were sold. */
  version: number;
  /** From the lowest to the highest plan; the pages show them in this order. */
  plans: CataloguePlan[];
}

/** The periods that a plan is sold for (PAY-4), with their prices per month in cents (PAY-3). */
const periods = (monthly: number, threeMonths: number, sixMonths: number, yearly: number): PlanDuration[] => [
  { key: 'monthly', months: 1, priceCents: monthly },
  { key: '3months', months: 3, priceCents: threeMonths },
  { key: '6months', months: 6, priceCents: sixMonths },
  { key: 'yearly', months: 12, priceCents: yearly },
];

/** Plans (PAY-1), prices (PAY-2) and quotas (QUOTA-7) are defined only here. */
export const PLAN_CATALOGUE: PlanCatalogue = {
  version: 1,
  plans: [
    {
      key: 'free',
      name: 'Free',
      features: [
        '3 videos per month',
        'Web playground',
        'HTTP API and MCP server',
        'Short, auto and detailed summaries',
      ],
      priceCents: 0,
      videosPerMonth: 3,
      durations: [],
    },
    {
      key: 'basic',
      name: 'Basic',
      features: [
        '100 videos per month',
        'Everything in Free',
        'Prepaid for 1, 3, 6 or 12 months',
        'No automatic renewal',
      ],
      priceCents: 900,
      videosPerMonth: 100,
      durations: periods(900, 850, 800, 700),
    },
    {
      key: 'medium',
      name: 'Medium',
      features: ['500 videos per month', 'Everything in Basic', 'Room for a team or a product feature'],
      priceCents: 2_900,
      videosPerMonth: 500,
      durations: periods(2_900, 2_700, 2_500, 2_300),
    },
    {
      key: 'enterprise',
      name: 'Enterprise',
      features: ['3,000 videos per month', 'Everything in Medium', 'Sized for high-volume API traffic'],
      priceCents: 9_900,
      videosPerMonth: 3_000,
      durations: periods(9_900, 9_300, 8_800, 7_900),
    },
  ],
};
