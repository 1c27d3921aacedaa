import { eventProcessSettings } from '@precis/events/kafka/event-process-settings';
import { defineConfig } from '@precis/runtime/config';
import { databaseSettings, servingSettings } from '@precis/runtime/settings';
import type { z } from 'zod';

const settings = { ...databaseSettings, ...servingSettings };

export const { configSchema, processSchema, readConfig } = defineConfig('referrals', settings, eventProcessSettings);

export type ReferralsConfig = z.output<typeof configSchema>;
