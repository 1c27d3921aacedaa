export const usage = 1;
