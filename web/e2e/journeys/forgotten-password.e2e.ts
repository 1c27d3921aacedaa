import { useStage } from '../stage.ts';
import { failedLoad, freshPerson, Visitor } from './visitor.ts';

const REFUSED = failedLoad('401 (Unauthorized)');

describe('a forgotten password', () => {
  const stage = useStage();
  /** A browser that stays signed in. */
  let elsewhere: Visitor;
  let forgetful: Visitor;
  const person = freshPerson('Olga');
  const renewed = { ...person, password: 'pw-canary, the second of Olga' };

  beforeAll(async () => {
    elsewhere = await Visitor.arrive(stage.browser, stage.deployment.url);
    await elsewhere.signUp(person);
    forgetful = await Visitor.arrive(stage.browser, stage.deployment.url);
  }, 180_000);

  it('is replaced by the link of a mail, which signs in and works once (WEB-10, WEB-35, WEB-37)', async () => {
    await forgetful.open('/usage');
    await forgetful.arrivedAt('/login');
    await forgetful.press('link', 'Forgot Password');
    await forgetful.arrivedAt('/forgot-password');
    // The login page, which also has an e-mail field, stays until the new page has loaded.
    await forgetful.reads('Forgot your password?');
    await forgetful.fill('E-mail', person.email);
    await forgetful.press('button', 'Send the link');
    await forgetful.told('Password reset email sent!');
    await forgetful.reads(`If there is an account for ${person.email}, a link is on its way.`);
    await forgetful.followMail(person, '/reset-password');
    // The token is removed from the address as soon as it is read.
    await forgetful.page.waitForURL(`${stage.deployment.url}/reset-password`);
    await forgetful.fill('New password', renewed.password);
    await forgetful.fill('Repeat the password', `${renewed.password}?`);
    await forgetful.press('button', 'Set the password');
    await forgetful.reads('Passwords do not match');
    await forgetful.fill('Repeat the password', renewed.password);
    await forgetful.press('button', 'Set the password');
    await forgetful.told('Password reset successfully!');
    await forgetful.arrivedAt('/dashboard');
    await forgetful.reads(`Hello, ${person.name}`);
    expect(forgetful.complaints).toEqual([]);

    await forgetful.page.goto(await forgetful.mailWith(person.email, '/reset-password'));
    await forgetful.fill('New password', 'pw-canary, a third');
    await forgetful.fill('Repeat the password', 'pw-canary, a third');
    await forgetful.press('button', 'Set the password');
    await forgetful.reads('Invalid or expired password reset token. Please request a new password reset link.');
    await forgetful.page.getByRole('link', { name: 'Request a new link' }).waitFor();
    expect(forgetful.complaints.splice(0)).toEqual([failedLoad('400 (Bad Request)')]);
  });

  it('ends the other sessions, whose next page is the login (WEB-7, ACC-16)', async () => {
    await elsewhere.open('/profile?tab=billing');
    await elsewhere.arrivedAt('/login');
    expect(await elsewhere.page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    const complaints = elsewhere.complaints.splice(0);
    expect(complaints.length).toBeGreaterThan(0);
    expect(new Set(complaints)).toEqual(new Set([REFUSED]));
    // The session from the reset is valid.
    await forgetful.open('/usage');
    await forgetful.page.getByRole('heading', { name: 'Usage Statistics' }).waitFor();
  });

  it('no longer signs in; the new one does, and leads to the page that was requested (WEB-16)', async () => {
    await elsewhere.logIn(person);
    await elsewhere.page.getByRole('alert').getByText('Invalid email or password').first().waitFor();
    expect(new URL(elsewhere.page.url()).pathname).toBe('/login');
    expect(elsewhere.complaints.splice(0)).toEqual([REFUSED]);
    await elsewhere.logIn(renewed);
    await elsewhere.told('Login successful!');
    await elsewhere.page.waitForURL(`${stage.deployment.url}/profile?tab=billing`);
    await elsewhere.page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  });

  it('leaves no other complaint of either browser and no request to another host', () => {
    expect([elsewhere.complaints, forgetful.complaints]).toEqual([[], []]);
  });
});
