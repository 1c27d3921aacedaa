import { PaymentSuccess } from '../features/payment/payment-success';

export default function Page() {
  return <PaymentSuccess />;
}
