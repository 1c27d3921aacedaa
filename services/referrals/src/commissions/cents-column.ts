/** US cents as a bigint column; Postgres answers those as text. */
export const centsColumn = {
  type: 'bigint',
  transformer: { to: (value: number) => value, from: Number },
} as const;
