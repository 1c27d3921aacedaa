/** The demo account of every test deployment, with a plan that no test run exhausts. */
export interface DemoAccount {
  email: string;
  password: string;
  api_key: string;
  account_id: string;
  plan: string;
}
