import { ReferralProgramme } from '../features/referrals/referral-programme';

export default function Page() {
  return <ReferralProgramme />;
}
