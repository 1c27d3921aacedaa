import { serviceDatabase } from '@precis/events/schema/service-database';
import { ReferralAccount } from './accounts/referral-account.entity.js';
import { CommissionEntry } from './commissions/commission-entry.entity.js';
import { Commission } from './commissions/commission.entity.js';
import { PaymentChange } from './commissions/payment-change.entity.js';
import { ReferredPayment } from './commissions/referred-payment.entity.js';
import { CompletedPayments1700000000103 } from './migrations/1700000000103-completed-payments.js';
import { FailedRefunds1700000000102 } from './migrations/1700000000102-failed-refunds.js';
import { ReferralTables1700000000101 } from './migrations/1700000000101-referral-tables.js';

export const openDatabase = serviceDatabase({
  entities: [ReferralAccount, ReferredPayment, PaymentChange, Commission, CommissionEntry],
  migrations: [ReferralTables1700000000101, FailedRefunds1700000000102, CompletedPayments1700000000103],
});
